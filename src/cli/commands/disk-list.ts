import { diskListText } from '../../ui/disk-list-text.ts';
import type { Command } from '../command.ts';

export const diskListCommand: Command = {
  name: 'disk list',
  summary: 'list the disks of every node and those that were kept, with their snapshots; never waits',
  arguments: [],
  options: [],
  examples: ['paddock disk list', 'paddock disk list --json'],
  async run(invocation) {
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { listDisks } = await import('../../engine/list-disks.ts');
    const listed = await listDisks(ports.value);
    if (!listed.ok) return { kind: 'failed', failures: listed.failures, report: null };
    return { kind: 'result', exit: 0, document: listed.value, text: diskListText(listed.value) };
  },
};
