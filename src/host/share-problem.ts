import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { errorCode } from './error-code.ts';

/** Why a folder cannot be a share, or null. Precondition: a clean absolute path. */
export async function shareProblem(source: string, uid: number): Promise<string | null> {
  const parts = source.split('/').filter((part) => part !== '');
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const path = `/${parts.slice(0, depth).join('/')}`;
    const facts = await factsOf(path);
    if (typeof facts === 'string') return facts === 'ENOENT' ? 'does not exist' : `cannot be looked at (${facts})`;
    // Whoever can change the link would choose what the guest sees.
    if (facts.isSymbolicLink()) return path === source ? 'is a symlink' : `leads through the symlink ${path}`;
    if (path === source) return problemOf(facts, uid);
  }
  return 'is the root folder of the host';
}

function problemOf(facts: Stats, uid: number): string | null {
  if (!facts.isDirectory()) return 'is no folder';
  return facts.uid === uid ? null : `belongs to user ${String(facts.uid)}, not to you (${String(uid)})`;
}

async function factsOf(path: string): Promise<Stats | string> {
  try {
    return await lstat(path);
  } catch (error) {
    return errorCode(error);
  }
}
