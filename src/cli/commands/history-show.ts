import { carryOn } from '../../ui/carry-on.ts';
import { operationHistoryText } from '../../ui/history-text.ts';
import type { Command } from '../command.ts';

export const historyShowCommand: Command = {
  name: 'history show',
  summary: 'show one operation: its inputs, its steps on a time line, what failed, and how to run it again',
  arguments: [{ name: 'id', required: true, variadic: false, description: 'UUID of the operation, or its beginning' }],
  options: [],
  examples: ['paddock history show 1f0c9a4e'],
  async run(invocation) {
    const ports = await invocation.reading();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { historyOf } = await import('../../engine/history.ts');
    const found = await historyOf(ports.value, invocation.arguments[0] ?? '');
    if (!found.ok) return { kind: 'failed', failures: found.failures, report: null };
    const carried = { ...invocation.carried, file: null };
    const { again } = found.value;
    return {
      kind: 'result',
      exit: 0,
      document: { ...found.value, again: again === null ? null : carryOn(again, carried) },
      text: operationHistoryText(found.value, carried),
    };
  },
};
