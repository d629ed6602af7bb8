import { failure } from '../../core/failure.ts';
import type { Check } from './findings.ts';

/** Every seed that is yet to be written finds the user data that its node was agreed with. */
export const checkUserData: Check = {
  name: 'user data',
  needs: 'the file of extra user data of every new node',
  run: (_ports, needs) => {
    const unseeded = needs.starts.filter(({ parts }) =>
      parts.some(({ kind, state }) => kind === 'seed' && state !== 'complete'),
    );
    const lacking = [...needs.creates, ...unseeded.map(({ spec }) => spec)].filter(
      ({ userDataSha256 }) => userDataSha256 !== null && !needs.userData.has(userDataSha256),
    );
    const nodes = lacking.map(({ name }) => name);
    return Promise.resolve(nodes.length === 0 ? [] : [failure('user_data_absent', { nodes })]);
  },
};
