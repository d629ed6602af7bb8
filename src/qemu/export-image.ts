import { constants } from 'node:fs';
import { access, link, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failure } from '../core/failure.ts';
import { pathTrouble } from '../core/host/path-trouble.ts';
import { type Result, fail, ok } from '../core/result.ts';
import type { ExportRequest } from '../ports/hypervisor.ts';
import { findTool } from './find-tool.ts';
import { codeOf } from './private-file.ts';
import type { QemuHost } from './qemu-host.ts';

/** Terabytes on a slow disk; nobody waits longer for a copy. */
const limitMs = 24 * 60 * 60_000;

/** See the port. */
export async function exportImage(request: ExportRequest, host: QemuHost): Promise<Result<void>> {
  const qemuImg = findTool('qemu-img', host);
  if (!qemuImg.ok) return qemuImg;
  const part = `${request.to}.${String(process.pid)}.paddock-part`;
  const free = await checkFree(request.to);
  if (!free.ok) return free;
  const made = await makeNew(part);
  if (!made.ok) return made;
  try {
    const { signal } = request;
    const words = convertWords(request, part);
    const ran = await host.programs.run({ executable: qemuImg.value, arguments: words, timeoutMs: limitMs, signal });
    return ran.ok ? await publish(part, request.to) : ran;
  } finally {
    await rm(part, { force: true });
  }
}

/** Found out before hours of copying; that the name is still free in the end is not taken for granted. */
async function checkFree(to: string): Promise<Result<void>> {
  try {
    const folder = dirname(to);
    if (!(await stat(folder)).isDirectory()) return unusable(folder, 'is no folder');
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    return unusable(dirname(to), pathTrouble(codeOf(error)));
  }
  const isTaken = await lstat(to).then(
    () => true,
    () => false,
  );
  return isTaken ? fail(failure('export_exists', { path: to })) : ok(undefined);
}

function unusable(path: string, problem: string): Result<never> {
  return fail(failure('path_unusable', { path, problem }));
}

/** A snapshot never changes, so it may be read without QEMU's lock; what an image holds now may not. */
function convertWords({ file, snapshot, format }: ExportRequest, part: string): readonly string[] {
  const source = snapshot === null ? [] : ['-U', '-l', `snapshot.name=${snapshot}`];
  return ['convert', ...source, '-f', 'qcow2', '-O', format, file, part];
}

/** qemu-img writes into a file that is there, and leaves it private. */
async function makeNew(path: string): Promise<Result<void>> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return ok(undefined);
  } catch (error) {
    return fileError(error, path);
  }
}

/** Gives the whole file its name, which has to be free; both are durable then. */
async function publish(part: string, to: string): Promise<Result<void>> {
  try {
    await sync(part);
    await link(part, to).catch(async (error: unknown) => {
      // A file system without hard links: the name is taken first, and only then filled.
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error))) throw error;
      await (await open(to, 'wx', 0o600)).close();
      await rename(part, to);
    });
    await sync(dirname(to));
    return ok(undefined);
  } catch (error) {
    return fileError(error, to);
  }
}

function fileError(error: unknown, path: string): Result<void> {
  const code = codeOf(error);
  return fail(
    code === 'EEXIST' ? failure('export_exists', { path }) : failure('file_error', { path, doing: 'make', code }),
  );
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
