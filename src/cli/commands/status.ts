import { statusDocument } from '../../ui/status-document.ts';
import { statusText } from '../../ui/status-text.ts';
import { carriedByLab } from '../carried-by-lab.ts';
import type { Command } from '../command.ts';
import { nodesArgument } from '../option-specs.ts';
import { scopeOf } from '../scope-of.ts';

export const statusCommand: Command = {
  name: 'status',
  summary: 'show what is recorded and what is seen; never waits',
  arguments: [nodesArgument],
  options: [{ flags: '--check', description: 'also log in to every running node, and put a clock right that is off' }],
  examples: ['paddock status', 'paddock status --check', 'paddock status meta --json'],
  async run(invocation) {
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { status } = await import('../../engine/status.ts');
    const report = await status(ports.value, {
      scope: scopeOf(invocation),
      ...(invocation.options['check'] === true ? { ask: { signal: invocation.signal } } : {}),
    });
    if (!report.ok) return { kind: 'failed', failures: report.failures, report: null };
    const carried = await carriedByLab(
      report.value.nodes.map(({ resize }) => resize?.next ?? null),
      invocation,
    );
    return {
      kind: 'result',
      exit: 0,
      document: statusDocument(report.value, carried),
      text: statusText(report.value, carried),
    };
  },
};
