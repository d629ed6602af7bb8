import { escaped } from '../core/one-line.ts';
import { acting } from './acting.ts';

/** Text from a file or a guest, safe to print: characters that a terminal acts on are shown as escapes. */
export function harmless(text: string): string {
  return text.replace(acting, escaped);
}
