import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import type { ShareLook } from '../ports/node-files.ts';
import { errorCode } from './error-code.ts';

/** Whether a folder can be a share, and which one it is. Precondition: a clean absolute path. */
export async function lookAtShare(source: string, uid: number): Promise<ShareLook> {
  const parts = source.split('/').filter((part) => part !== '');
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const path = `/${parts.slice(0, depth).join('/')}`;
    const facts = await factsOf(path);
    if (typeof facts === 'string')
      return { problem: facts === 'ENOENT' ? 'does not exist' : `cannot be looked at (${facts})` };
    // Whoever can change the link would choose what the guest sees.
    if (facts.isSymbolicLink())
      return { problem: path === source ? 'is a symlink' : `leads through the symlink ${path}` };
    if (path !== source) continue;
    const problem = problemOf(facts, uid);
    return problem === null ? { problem, identity: `${String(facts.dev)}:${String(facts.ino)}` } : { problem };
  }
  return { problem: 'is the root folder of the host' };
}

function problemOf(facts: BigIntStats, uid: number): string | null {
  if (!facts.isDirectory()) return 'is no folder';
  return Number(facts.uid) === uid ? null : `belongs to user ${String(facts.uid)}, not to you (${String(uid)})`;
}

async function factsOf(path: string): Promise<BigIntStats | string> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    return errorCode(error);
  }
}
