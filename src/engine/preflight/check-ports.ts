import type { Check } from './findings.ts';
import { takenPorts } from './taken-ports.ts';

/** The ssh port of a node that exists is remembered, and forwards are asked for: another program may have one of them. */
export const checkPorts: Check = {
  name: 'ports',
  needs: 'the ssh port of every node to start, and the host ports of forwards',
  run: (ports, needs) => {
    const replaced = needs.replaces.filter(({ launched }) => !launched).map(({ own }) => own);
    const records = new Map([...needs.starts, ...replaced].map((each) => [each.name, each]));
    const ssh = [...records.values()].flatMap(({ sshPort }) =>
      sshPort === null ? [] : [{ hostAddress: '127.0.0.1', hostPort: sshPort }],
    );
    return takenPorts(ports, [...ssh, ...needs.forwards]);
  },
};
