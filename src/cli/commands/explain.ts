import { failure } from '../../core/failure.ts';
import type { Command, CommandOutcome } from '../command.ts';

export const explainCommand: Command = {
  name: 'explain',
  summary: 'explain a reason of a failure or a variable of the manifest; lists them without one',
  arguments: [{ name: 'name', required: false, variadic: false, description: 'such as nodes_removed or vm_mem' }],
  options: [],
  examples: ['paddock explain', 'paddock explain nodes_removed', 'paddock explain vm_mem'],
  async run(invocation): Promise<CommandOutcome> {
    const [{ explain, explainable, nearestExplainable }, { explainText }] = await Promise.all([
      import('../../core/explain/explain.ts'),
      import('../../ui/explain-text.ts'),
    ]);
    const [name] = invocation.arguments;
    if (name === undefined) {
      const all = explainable();
      const text = ['variables:', ...all.variables, '', 'reasons:', ...all.reasons].join('\n');
      return { kind: 'result', exit: 0, document: all, text };
    }
    const found = explain(name);
    if (found !== null) return { kind: 'result', exit: 0, document: found, text: explainText(found) };
    const nearest = nearestExplainable(name);
    const problem = `nothing is called ${JSON.stringify(name)}${nearest === null ? '; paddock explain lists what there is' : `, did you mean ${nearest}`}`;
    return { kind: 'failed', failures: [failure('usage_error', { problem })], report: null };
  },
};
