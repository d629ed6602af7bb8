import { test } from 'vitest';

/** Whether the tests of a file are left out for want of root, which is then said once; `only` says what nobody else can do. */
export function lacksRoot(only: string): boolean {
  if (process.getuid?.() === 0) return false;
  test.skip(`only root can ${only}`, () => undefined);
  return true;
}
