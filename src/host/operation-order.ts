import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../core/result.ts';
import { draftSuffix } from './file-kind.ts';
import { placeFile } from './place-file.ts';
import { readPrivate } from './read-private.ts';

/** One UUID a line, oldest first: the order in which operations went on file. A clock that was moved cannot tell it. */
const fileName = 'order';

/** Far more than the operations that are kept. */
const maxBytes = 1024 * 1024;

/** Whether a name in the folder of operations is that of the order, or of its draft. */
export function isOrderFile(name: string): boolean {
  return name === fileName || name === `${fileName}${draftSuffix}`;
}

/** The UUIDs in their order; none where there is no such file, or it cannot be read. Takes no lock. */
export async function readOrder(operations: string): Promise<readonly string[]> {
  const text = await readPrivate(join(operations, fileName), { maxBytes });
  return text.ok ? (text.value ?? '').split('\n').filter((line) => line !== '') : [];
}

/**
 * Writes an operation down as the newest one, durably, and forgets those whose folder is gone. One that is there already
 * keeps its place. A crash before it leaves the operation open, and what closes it then comes here again.
 */
export async function putInOrder(operations: string, id: string): Promise<Result<void>> {
  const there = new Set(await readdir(operations).catch(() => []));
  const known = (await readOrder(operations)).filter((each) => there.has(each));
  const next = known.includes(id) ? known : [...known, id];
  return placeFile(join(operations, fileName), next.map((each) => `${each}\n`).join(''), { existing: 'replace' });
}

/** Compares two operations of this order, older first; those that are not in it came before all that are. */
export function byOrder(order: readonly string[]): (a: string, b: string) => number {
  const places = new Map(order.map((id, index) => [id, index]));
  return (a, b) => (places.get(a) ?? -1) - (places.get(b) ?? -1);
}
