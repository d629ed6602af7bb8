import { join } from 'node:path';
import { failure, type Failure } from '../core/failure.ts';
import type { Sha256 } from '../core/names.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { StateDocument } from '../core/state/document.ts';
import { decodeDocument, type DecodedDocument } from '../core/state/document-file.ts';
import { rememberFile } from './document-file-facts.ts';
import { readPrivate } from './read-private.ts';
import { listState, versionFileName } from './state-folder.ts';

/** Far above any document this program writes. */
export const maxDocumentBytes = 64 * 1024 * 1024;
/** Each retry means that a whole run of versions was committed and pruned between a listing and a read. */
const mostTries = 20;

/** The newest document; takes no lock, creates nothing. */
export async function readNewest(folder: string, sha256: Sha256): Promise<Result<StateDocument | null>> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const listing = listState(folder);
    if (!listing.ok) return listing;
    const newest = listing.value.versions.at(-1);
    if (newest === undefined) return ok(null);
    const decoded = await readVersion(folder, { version: newest, sha256 });
    if (!decoded.ok) return decoded;
    if (decoded.value === null) continue;
    return judge(decoded.value, { folder, versions: listing.value.versions, sha256 });
  }
  return fail(failure('file_error', { path: folder, doing: 'read a state that changes so fast', code: 'EAGAIN' }));
}

/** The newest document that reads, for commands that only show something. */
export async function readLastGood(folder: string, sha256: Sha256): Promise<Result<StateDocument | null>> {
  const listing = listState(folder);
  return listing.ok
    ? ok((await lastGood({ folder, versions: listing.value.versions, sha256 }))?.document ?? null)
    : listing;
}

interface Versions {
  readonly folder: string;
  readonly versions: readonly number[];
  readonly sha256: Sha256;
}

async function judge(decoded: DecodedDocument, among: Versions): Promise<Result<StateDocument>> {
  const file = join(among.folder, versionFileName(among.versions.at(-1) ?? 0));
  if (decoded.kind === 'good') return ok(decoded.document);
  if (decoded.kind === 'newer') return fail(failure('state_newer_schema', { file, writtenBy: decoded.writtenBy }));
  const good = await lastGood(among);
  return fail(failure('state_damaged', { file, problem: decoded.problem, lastGood: good?.file ?? null }));
}

async function lastGood(among: Versions): Promise<{ readonly file: string; readonly document: StateDocument } | null> {
  for (const version of [...among.versions].reverse()) {
    const decoded = await readVersion(among.folder, { version, sha256: among.sha256 });
    if (decoded.ok && decoded.value?.kind === 'good') {
      return { file: join(among.folder, versionFileName(version)), document: decoded.value.document };
    }
  }
  return null;
}

/** Null for trouble that says nothing about what the file holds, such as its permissions. */
function unreadable(trouble: Failure): string | null {
  if (trouble.reason === 'foreign_file') return `is a ${trouble.kind}`;
  if (trouble.reason !== 'file_error') return null;
  if (trouble.code === 'EIO') return 'the disk does not give its bytes (EIO)';
  return trouble.code === 'EFBIG' ? 'is larger than any record' : null;
}

/** Null when the file is gone. */
async function readVersion(
  folder: string,
  wanted: { readonly version: number; readonly sha256: Sha256 },
): Promise<Result<DecodedDocument | null>> {
  const text = await readPrivate(join(folder, versionFileName(wanted.version)), { maxBytes: maxDocumentBytes });
  if (!text.ok) {
    const problem = text.failures.map(unreadable).find((each) => each !== null);
    return problem === undefined ? text : ok({ kind: 'damaged', problem });
  }
  if (text.value === null) return ok(null);
  const decoded = decodeDocument(text.value, wanted);
  if (decoded.kind === 'good') rememberFile(decoded.document, { text: text.value, schema: decoded.schema });
  return ok(decoded);
}
