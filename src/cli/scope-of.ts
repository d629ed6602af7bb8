import type { Invocation } from './command.ts';

/** The nodes that were named, or null for all. */
export function scopeOf({ arguments: names }: Pick<Invocation, 'arguments'>): readonly string[] | null {
  return names.length === 0 ? null : names;
}
