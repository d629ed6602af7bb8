import { constants, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CopyRequest } from '../core/guest/copy-request.ts';
import { pathTrouble } from '../core/host/path-trouble.ts';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { errorCode } from './error-code.ts';

/** Whether this host's side of a copy can be what was asked, before anybody is reached. scp would find it out one by one. */
export async function checkCopyPaths(
  copy: Pick<CopyRequest, 'direction' | 'sources' | 'destination'> & { readonly recursive: boolean },
): Promise<Result<void>> {
  const troubles =
    copy.direction === 'to_node'
      ? await Promise.all(copy.sources.map((path) => sourceTrouble(path, copy)))
      : [await destinationTrouble(copy)];
  const failures = troubles.flatMap((each) => (each === null ? [] : [failure('path_unusable', each)]));
  return failures.length > 0 ? fail(...failures) : ok(undefined);
}

interface Trouble {
  readonly path: string;
  readonly problem: string;
}

async function sourceTrouble(path: string, { recursive }: { readonly recursive: boolean }): Promise<Trouble | null> {
  const facts = await look(path, constants.R_OK);
  if ('problem' in facts) return facts;
  if (facts.isDirectory()) return recursive ? null : { path, problem: 'is a folder; -r copies folders' };
  // A pipe would be waited for without end.
  return facts.isFile() ? null : { path, problem: 'is no file and no folder' };
}

/** What is there is written over; what is not there yet needs a folder to be in. */
async function destinationTrouble({
  sources,
  destination: path,
}: Pick<CopyRequest, 'sources' | 'destination'>): Promise<Trouble | null> {
  const wantsFolder = sources.length > 1 || path.endsWith('/');
  const there = await look(path, constants.W_OK);
  if (!('problem' in there)) {
    return wantsFolder && !there.isDirectory() ? { path, problem: 'is no folder' } : null;
  }
  if (wantsFolder || there.code !== 'ENOENT') return there;
  const folder = dirname(path);
  const around = await look(folder, constants.W_OK | constants.X_OK);
  if ('problem' in around) return around;
  return around.isDirectory() ? null : { path: folder, problem: 'is no folder' };
}

async function look(path: string, mode: number): Promise<Stats | (Trouble & { readonly code: string })> {
  try {
    const facts = await stat(path);
    await access(path, mode);
    return facts;
  } catch (error) {
    const code = errorCode(error);
    return { path, problem: pathTrouble(code), code };
  }
}
