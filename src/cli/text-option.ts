import type { Invocation } from './command.ts';

/** The value of an option that takes one, or null when it was not given. */
export function textOption({ options }: Pick<Invocation, 'options'>, name: string): string | null {
  const value = options[name];
  return typeof value === 'string' ? value : null;
}
