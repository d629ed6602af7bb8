import type { Change } from './plan.ts';

/** `vm_mem 4GiB → 6GiB`; a side that has nothing is `none`. */
export function changeWords({ path, from, to }: Change): string {
  return `${path} ${valueWords(from)} → ${valueWords(to)}`;
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'string') return digestWords(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueWords).join(' ');
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) => `${key}: ${valueWords(field)}`);
  return `{ ${fields.join(', ')} }`;
}

/** Twelve digits tell two digests apart; the structured form has them whole. */
function digestWords(text: string): string {
  return /^sha256:[0-9a-f]{64}$/u.test(text) ? text.slice(0, 'sha256:'.length + 12) : text;
}
