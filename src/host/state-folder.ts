import { lstatSync, readdirSync } from 'node:fs';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import { kindOf } from './file-kind.ts';
import { parseDraftName, type Draft } from './draft-name.ts';

export interface StateListing {
  /** Ascending. */
  readonly versions: readonly number[];
  /** Documents that are being written, or whose writer died. */
  readonly drafts: readonly Draft[];
}

export function versionFileName(version: number): string {
  return `${String(version).padStart(10, '0')}.json`;
}

/** What the state folder holds; a folder that does not exist holds nothing. Never follows a link in the folder's place. */
export function listState(folder: string): Result<StateListing> {
  try {
    const facts = lstatSync(folder);
    if (!facts.isDirectory()) return fail(failure('foreign_file', { path: folder, kind: kindOf(facts) }));
    // Names of versions have one length, so their order is that of their numbers.
    const names = readdirSync(folder).sort();
    return ok({
      versions: names.filter((name) => /^\d{10}\.json$/.test(name)).map((name) => Number(name.slice(0, 10))),
      drafts: names.filter((name) => name.startsWith('.')).flatMap((name) => parseDraftName(name) ?? []),
    });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ok({ versions: [], drafts: [] });
    return fail(fileFailure(error, { path: folder, doing: 'list it' }));
  }
}
