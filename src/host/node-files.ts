import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { failure } from '../core/failure.ts';
import type { ActionKind } from '../core/plan/action.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { homeFolders, homePaths } from '../core/state/home-paths.ts';
import { whileOwned } from '../core/state/while-owned.ts';
import type { Layout } from '../ports/layout.ts';
import type { NodeFiles } from '../ports/node-files.ts';
import type { Programs } from '../ports/programs.ts';
import { fileFailure } from './file-failure.ts';
import { lastWritten } from './last-written.ts';
import { lookAtFile } from './look-at-file.ts';
import { makeFolder } from './make-folder.ts';
import { missingFiles } from './missing-files.ts';
import { makeKeyPair } from './make-key-pair.ts';
import { draftSuffix } from './file-kind.ts';
import { clearDraft, placeFile } from './place-file.ts';
import { readPrivate } from './read-private.ts';
import { removeKnown } from './remove-known.ts';
import { removeOwn } from './remove-own.ts';
import { lookAtShare } from './look-at-share.ts';
import { removeSockets } from './remove-sockets.ts';

const maxRecordBytes = 4 * 1024 * 1024;
const maxKeyBytes = 16 * 1024;
const maxFirmwareBytes = 64 * 1024 * 1024;

/** What is left in a node folder once its artifacts are gone. A disk is not among it: each has a removal of its own. */
const lastNames = [homePaths.nodeRecord(''), homePaths.serialLog(''), homePaths.qemuLog('')].map((path) =>
  basename(path),
);
/** Files on their way that a crash may have left. */
const draftNames = [homePaths.nodeRecord(''), homePaths.seed(''), homePaths.firmwareVars('')].map(
  (path) => `${basename(path)}${draftSuffix}`,
);

interface World {
  readonly layout: Layout;
  readonly programs: Programs;
}

/** The NodeFiles port over the home. */
export function createNodeFiles(world: World): NodeFiles {
  return {
    writeNodeRecord: (running, folder, json) => whileOwned(running, () => writeNodeRecord(world.layout, folder, json)),
    createHostKey: (running, file) => whileOwned(running, () => createHostKey(world, file)),
    readHostKey,
    look: lookAtFile,
    missing: missingFiles,
    lookAtShare: (source) => lookAtShare(source, process.getuid?.() ?? 0),
    lastWritten,
    writeSeed: (running, file, bytes) => whileOwned(running, () => placeFile(file, bytes, { existing: 'replace' })),
    createFirmwareVars: (running, file, template) => whileOwned(running, () => copyFirmware(file, template)),
    removeFile: (running, file) => whileOwned(running, () => removeWhole(file, running.kind)),
    removeSockets: (running, left) => whileOwned(running, () => removeSockets(left)),
    removeNodeFolder: (running, folder) =>
      whileOwned(running, () => removeKnown(folder, (name) => lastNames.includes(name) || draftNames.includes(name))),
  };
}

async function createHostKey({ layout, programs }: World, file: string): Promise<Result<string>> {
  const made = await makeFolder(dirname(file), { within: layout.home });
  if (!made.ok) return made;
  const pair = await makeKeyPair(programs, file);
  return pair.ok ? ok(withoutComment(pair.value.publicKey)) : pair;
}

async function removeWhole(file: string, kind: ActionKind): Promise<Result<void>> {
  for (const name of ['', ...companionsOf(kind)]) {
    const removed = await removeOwn(`${file}${name}`, 'file');
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}

/** What goes with a file: the public half of a key, and the drafts of what was cut short while it was made. */
function companionsOf(kind: ActionKind): readonly string[] {
  return kind === 'remove_host_key' ? ['.pub', draftSuffix, `.pub${draftSuffix}`] : [draftSuffix];
}

/** The folder of data disks is made here too: QEMU's tools make no folders. */
async function writeNodeRecord(layout: Layout, folder: string, json: string): Promise<Result<void>> {
  for (const each of [folder, layout.absolute(homeFolders.disks)]) {
    const made = await makeFolder(each, { within: layout.home });
    if (!made.ok) return made;
  }
  const path = layout.absolute(homePaths.nodeRecord(folder));
  const present = await readPrivate(path, { maxBytes: maxRecordBytes });
  if (!present.ok) return present;
  if (present.value === null) return placeFile(path, json, { existing: 'refuse' });
  return present.value === json
    ? clearDraft(path)
    : fail(failure('foreign_file', { path, kind: 'record of another node' }));
}

async function readHostKey(file: string): Promise<Result<{ readonly privateKey: string; readonly publicKey: string }>> {
  const privateKey = await readPrivate(file, { maxBytes: maxKeyBytes });
  if (!privateKey.ok) return privateKey;
  const publicKey = await readPrivate(`${file}.pub`, { maxBytes: maxKeyBytes });
  if (!publicKey.ok) return publicKey;
  if (privateKey.value === null || publicKey.value === null) {
    return fail(failure('file_error', { path: file, doing: 'read the host key', code: 'ENOENT' }));
  }
  return ok({ privateKey: privateKey.value, publicKey: withoutComment(publicKey.value) });
}

async function copyFirmware(file: string, template: string): Promise<Result<void>> {
  try {
    const { size } = await stat(template);
    if (size > maxFirmwareBytes)
      return fail(failure('file_error', { path: template, doing: 'copy so much', code: 'EFBIG' }));
    return await placeFile(file, await readFile(template), { existing: 'replace' });
  } catch (error) {
    return fail(fileFailure(error, { path: template, doing: 'read it' }));
  }
}

/** `ssh-ed25519 AAAA…` */
function withoutComment(line: string): string {
  return line.trim().split(' ').slice(0, 2).join(' ');
}
