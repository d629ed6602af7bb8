import type { Check } from './findings.ts';

/** ssh and ssh-keygen: without them a node would be begun, or even started, and never be reached. */
export const checkTools: Check = {
  name: 'programs',
  needs: 'ssh and ssh-keygen',
  run: (ports) => {
    const tools = ports.guest.tools();
    return Promise.resolve(tools.ok ? [] : tools.failures);
  },
};
