import type { Failure } from './failure.ts';

/** Expected trouble is a value, and it is plural: a person sees every mistake at once. */
export type Result<T> = Ok<T> | Failed;

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Failed {
  readonly ok: false;
  readonly failures: readonly Failure[];
}

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

export function fail(...failures: readonly Failure[]): Failed {
  return { ok: false, failures };
}

/** All values in order, or every failure of every part. */
export function all<T>(results: readonly Result<T>[]): Result<readonly T[]> {
  const values: T[] = [];
  const failures: Failure[] = [];
  for (const result of results) {
    if (result.ok) values.push(result.value);
    else failures.push(...result.failures);
  }
  return failures.length === 0 ? ok(values) : fail(...failures);
}
