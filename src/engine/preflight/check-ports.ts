import { failure, type Failure } from '../../core/failure.ts';
import type { Check } from './findings.ts';

/** The ssh port of a node that exists is remembered; another program may have taken it since. */
export const checkPorts: Check = {
  name: 'ports',
  run: async (ports, needs) => {
    const failures: Failure[] = [];
    const replaced = needs.replaces.filter(({ launched }) => !launched).map(({ own }) => own);
    const records = [...needs.starts, ...replaced];
    for (const record of new Map(records.map((each) => [each.name, each])).values()) {
      if (record.sshPort === null) continue;
      if (await ports.resources.portIsFree('127.0.0.1', record.sshPort)) continue;
      failures.push(failure('port_taken', { address: '127.0.0.1', port: record.sshPort }));
    }
    return failures;
  },
};
