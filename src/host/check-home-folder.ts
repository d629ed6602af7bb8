import { accessSync, constants, lstatSync, type Stats, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { failure } from '../core/failure.ts';
import type { HomeProblem } from '../core/failure/host.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { errorCode } from './error-code.ts';

/** Leaves room for the longest name below it within the 1,023 bytes that qcow2 allows a file that others refer to. */
const mostBytes = 800;
/** Of every file system that VMs are kept on. */
const mostNameBytes = 255;

/** Linux' numbers of file systems that show the kernel's state and keep nothing: proc and sysfs. */
const systemTypes: ReadonlySet<number> = new Set([0x9fa0, 0x62656572]);

/**
 * Whether a deployment can live in this folder of this user: it is one, or can become one below the nearest that exists.
 * Every command asks, so that each of them says the same. Only looks, and cannot tell whether a missing one may be made.
 */
export function checkHomeFolder(home: string, uid: number): Result<void> {
  const found = tooLong(home) ?? look(home, { home, uid });
  return found === null ? ok(undefined) : fail(failure('home_unusable', { home, ...found }));
}

interface Trouble {
  readonly part: string;
  readonly problem: HomeProblem;
}

interface Asked {
  readonly home: string;
  readonly uid: number;
}

function trouble(part: string, problem: HomeProblem): Trouble {
  return { part, problem };
}

function tooLong(home: string): Trouble | null {
  const bytes = Buffer.byteLength(home);
  if (bytes > mostBytes) return trouble(home, { kind: 'too_long', what: 'path', bytes, limit: mostBytes });
  const longest = Math.max(...home.split('/').map((name) => Buffer.byteLength(name)));
  const limit = mostNameBytes;
  return longest > limit ? trouble(home, { kind: 'too_long', what: 'name', bytes: longest, limit }) : null;
}

/** What is in the way at `path` or, where nothing is there, above it. */
function look(path: string, asked: Asked): Trouble | null {
  let facts: Stats;
  try {
    facts = statSync(path);
  } catch (error) {
    return whenUnseen(errorCode(error), path, asked);
  }
  if (!facts.isDirectory()) return trouble(path, { kind: 'not_a_folder' });
  if (systemTypes.has(statfsSync(path).type)) return trouble(path, { kind: 'system_folder' });
  if (path !== asked.home) return may(path, constants.X_OK) ? null : trouble(path, { kind: 'no_access' });
  // Whoever owns the folder can put anything in it, so not even root takes it for its own.
  if (facts.uid !== asked.uid) return trouble(path, { kind: 'another_users', uid: facts.uid });
  return may(path, constants.R_OK | constants.X_OK) ? null : trouble(path, { kind: 'no_access' });
}

function whenUnseen(code: string, path: string, asked: Asked): Trouble | null {
  if (code === 'ELOOP') return trouble(path, { kind: 'link_circle' });
  if (code === 'ENOENT' && isLink(path)) return trouble(path, { kind: 'dangling_link' });
  return dirname(path) === path ? trouble(path, { kind: 'no_access' }) : look(dirname(path), asked);
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
