import { constants, type Stats } from 'node:fs';
import { type FileHandle, link, lstat, mkdir, open, rename, rmdir, unlink } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';
import { syncFolder } from './sync-folder.ts';

/** A configuration that a person owns. Its text has one character for each byte. */
export type UserFile =
  | { readonly kind: 'file'; readonly text: string; readonly facts: Stats }
  | { readonly kind: 'absent'; readonly missing: 'file' | 'folder' }
  | Refused;

/** Not touched; `why` completes the name of the file. */
export interface Refused {
  readonly kind: 'refused';
  readonly why: string;
}

const mostBytes = 1024 * 1024;

/** Reads a file that is to be changed: only a plain one of our own, in a plain folder of our own. */
export async function readUserFile(path: string): Promise<UserFile> {
  try {
    const folder = dirname(path);
    const around = await look(folder);
    if (around === null) return await withoutFolder(dirname(folder));
    const folderWhy = around.isDirectory() ? objection(around) : 'is no folder, or a link to one';
    if (folderWhy !== null) return refuse(`stands in ${folder}, which ${folderWhy}`);
    const facts = await look(path);
    if (facts === null) return { kind: 'absent', missing: 'file' };
    const why = fileObjection(facts);
    return why === null ? await readWhole(path) : refuse(why);
  } catch (error) {
    return refuse(`cannot be read (${errorCode(error)})`);
  }
}

/** The text behind the name, also through links; empty when it cannot be read. For looking only. */
export async function sneakPeek(path: string): Promise<string> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const facts = await handle.stat();
    return facts.isFile() && facts.size <= mostBytes ? await handle.readFile('latin1') : '';
  } catch {
    return '';
  } finally {
    await handle?.close();
  }
}

/**
 * Puts the text in place of what was read, whole and durable, with the mode it had. Refused when the file has changed
 * since, or cannot be written; then it is as it was. `vanishes` deletes it, and its folder if that was made for it.
 */
export async function replaceUserFile(
  path: string,
  change: { readonly was: UserFile; readonly text: string; readonly vanishes?: 'file' | 'folder' | null },
): Promise<Refused | null> {
  const { was, text, vanishes = null } = change;
  const draft = `${path}.paddock-${randomUUID()}`;
  try {
    if (was.kind === 'absent' && was.missing === 'folder') await mkdir(dirname(path), { mode: 0o700 });
    if (vanishes === null) await writeDraft(draft, { text, like: was.kind === 'file' ? was.facts : null });
    if (was.kind === 'file' && !isSame(was.facts, await lstat(path))) {
      if (vanishes === null) await unlink(draft);
      return refuse('has changed meanwhile; run this again');
    }
    if (vanishes !== null) await unlink(path);
    else await (was.kind === 'file' ? rename(draft, path) : linkOnce(draft, path));
    await syncFolder(dirname(path));
    if (vanishes === 'folder') await rmdir(dirname(path)).catch(() => undefined);
    return null;
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    if (was.kind === 'absent' && was.missing === 'folder') await rmdir(dirname(path)).catch(() => undefined);
    return refuse(`cannot be written (${errorCode(error)})`);
  }
}

async function withoutFolder(above: string): Promise<UserFile> {
  const facts = await look(above);
  if (facts === null) return refuse(`has no home folder to stand in (${above})`);
  const why = facts.isDirectory() ? objection(facts) : 'is no folder, or a link to one';
  return why === null ? { kind: 'absent', missing: 'folder' } : refuse(`has no folder yet, and ${above} ${why}`);
}

function fileObjection(facts: Stats): string | null {
  if (facts.isSymbolicLink()) return 'is a symbolic link';
  if (!facts.isFile()) return 'is no regular file';
  if (facts.nlink !== 1) return 'has a second name (a hard link)';
  if (facts.size > mostBytes) return 'is larger than 1 MiB';
  return objection(facts);
}

/** The bits count even for root, whom they do not stop: somebody has set them. */
function objection(facts: Stats): string | null {
  if (facts.uid !== process.getuid?.()) return 'belongs to another user';
  return (facts.mode & 0o200) === 0 ? 'is read-only' : null;
}

async function readWhole(path: string): Promise<UserFile> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const facts = await handle.stat();
    const why = fileObjection(facts);
    return why === null ? { kind: 'file', text: await handle.readFile('latin1'), facts } : refuse(why);
  } finally {
    await handle.close();
  }
}

async function writeDraft(draft: string, { text, like }: { readonly text: string; readonly like: Stats | null }) {
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text, 'latin1');
    if (like !== null) {
      await handle.chown(like.uid, like.gid);
      await handle.chmod(like.mode & 0o7777);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Fails where a rename would replace what has appeared under the name meanwhile. */
async function linkOnce(draft: string, path: string): Promise<void> {
  await link(draft, path);
  await unlink(draft);
}

async function look(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function isSame(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev && a.size === b.size && a.mtimeMs === b.mtimeMs && a.nlink === b.nlink;
}

function refuse(why: string): Refused {
  return { kind: 'refused', why };
}
