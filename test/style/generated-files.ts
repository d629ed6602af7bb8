import { exitStatusOf } from '../../src/core/failure-class.ts';
import { failureTexts } from '../../src/core/failure-text.ts';
import { publishedSchemas } from '../../src/core/published-schemas.ts';

/** Files that are made from the source and committed, path → text. `npm run generate` writes them. */
export function generatedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(publishedSchemas).map(([file, make]) => [`schemas/${file}`, json(make())] as const),
    ['schemas/reasons.md', reasons()],
  ]);
}

function json(schema: unknown): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function reasons(): string {
  const rows = Object.entries(failureTexts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, text]) => `| \`${reason}\` | ${text.class} | ${String(exitStatusOf[text.class])} | ${text.left} |`);
  return [
    '# Reasons',
    '',
    'Every failure has one of these reasons, in `reason` of its JSON document. `left` says what the failed command left',
    'behind: nothing changed, a recorded change, or a change that must be looked at. `ssh` and `exec` exit with 255 for',
    'failures of their own. Made by `npm run generate` from the source.',
    '',
    '| reason | class | exit | left |',
    '| --- | --- | ---: | --- |',
    ...rows,
    '',
  ].join('\n');
}
