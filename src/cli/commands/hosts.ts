import { hostsLines } from '../../core/guest/hosts-lines.ts';
import type { Command } from '../command.ts';
import { nothingThere } from '../nothing-there.ts';

export const hostsCommand: Command = {
  name: 'hosts',
  summary: 'print hosts-file lines for the lab: address, name, aliases',
  arguments: [],
  options: [],
  examples: ['paddock hosts', 'paddock hosts --json'],
  async run(invocation) {
    const ports = invocation.access();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { readDocument } = await import('../../engine/read-document.ts');
    const read = await readDocument(ports.value);
    if (!read.ok) return { kind: 'failed', failures: read.failures, report: null };
    const { document } = read.value;
    if ((document?.deployment ?? null) === null) {
      return { kind: 'failed', failures: (await nothingThere(invocation, 'hosts')).failures, report: null };
    }
    const { labHosts } = await import('../../engine/lab-hosts.ts');
    const hosts = labHosts(document);
    return { kind: 'result', exit: 0, document: { hosts }, text: hostsLines(hosts).join('\n') };
  },
};
