import type { Explanation } from '../core/explain/explain.ts';

const leftBehind = {
  nothing: 'nothing has changed when it is said',
  known: 'what has changed by then is recorded',
  unknown: 'what has changed by then must be looked at',
} as const;

/** An explanation for people. */
export function explainText(explanation: Explanation): string {
  if (explanation.kind === 'variable') {
    const { name, meaning, example, standard, change } = explanation;
    return [
      `${name}: ${meaning}`,
      `default: ${standard ?? 'none'}`,
      `example: ${name}: ${example}`,
      `a change alone means: ${change}`,
    ].join('\n');
  }
  const { name, left, exit, says, next } = explanation;
  return [
    `${name}: a failure of class ${explanation.class}, exit ${String(exit)}; ${leftBehind[left]}`,
    ...(says === null ? [] : [`says: ${says}`]),
    ...next.map((words) => `next: paddock ${words.join(' ')}`),
  ].join('\n');
}
