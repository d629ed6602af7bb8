import { historyText } from '../../ui/history-text.ts';
import type { Command } from '../command.ts';

export const historyCommand: Command = {
  name: 'history',
  summary: 'list the operations on file, newest first; never waits',
  arguments: [],
  options: [],
  examples: ['paddock history', 'paddock history --json'],
  async run(invocation) {
    const ports = await invocation.reading();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { history } = await import('../../engine/history.ts');
    const report = await history(ports.value);
    if (!report.ok) return { kind: 'failed', failures: report.failures, report: null };
    return { kind: 'result', exit: 0, document: report.value, text: historyText(report.value) };
  },
};
