import { constants } from 'node:fs';
import { copyFile, open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { failure } from '../core/failure.ts';
import { checkImport } from '../core/image/check-import.ts';
import { bootBytes, checkRawDisk } from '../core/image/check-raw-disk.ts';
import { pathTrouble } from '../core/host/path-trouble.ts';
import { foreignFormat } from '../core/image/foreign-format.ts';
import type { ImageRecord } from '../core/image/image-record.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { ImportRequest } from '../ports/image-store.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import type { ImageCache } from './image-cache.ts';
import { withIncoming } from './incoming-folder.ts';
import { registerImage } from './register-image.ts';

/** Copies an image in, checks the copy, and registers it as `local-<name>`; a raw one becomes qcow2. */
export async function importImage(cache: ImageCache, request: ImportRequest): Promise<Result<ImageRecord>> {
  const { file, name } = request;
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name)) return fail(failure('image_name_wrong', { name }));
  const readable = await checkSource(file);
  if (!readable.ok) return readable;
  return withIncoming(cache, async (folder) => {
    const copied = await copySource(file, join(folder, 'source'));
    if (!copied.ok) return copied;
    const image = await asQcow2(cache, { file, copy: copied.value, folder });
    if (!image.ok) return image;
    return registerImage(cache, {
      incoming: image.value,
      alias: `local-${name}`,
      arch: request.arch,
      boot: request.boot,
      origin: `imported from ${basename(file)}`,
      recipe: null,
      taken: 'refuse',
    });
  });
}

async function checkSource(file: string): Promise<Result<void>> {
  try {
    const facts = await stat(file);
    if (!facts.isFile()) return fail(failure('image_refused', { file, problem: 'it is no regular file' }));
    const handle = await open(file);
    try {
      const { buffer } = await handle.read(Buffer.alloc(128), 0, 128, 0);
      const foreign = foreignFormat(buffer);
      if (foreign === null) return ok(undefined);
      return fail(failure('image_refused', { file, problem: `it is ${foreign}, not qcow2 or raw` }));
    } finally {
      await handle.close();
    }
  } catch (error) {
    return fail(failure('image_refused', { file, problem: `it ${pathTrouble(errorCode(error))}` }));
  }
}

/** What is checked is the copy: the source may change while it is looked at. */
async function copySource(file: string, copy: string): Promise<Result<string>> {
  try {
    await copyFile(file, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    return ok(copy);
  } catch (error) {
    return fail(fileFailure(error, { path: copy, doing: `copy ${basename(file)} here` }));
  }
}

async function asQcow2(
  cache: ImageCache,
  source: { readonly file: string; readonly copy: string; readonly folder: string },
): Promise<Result<string>> {
  const facts = await cache.inspect(source.copy);
  if (!facts.ok) {
    const unreadable = facts.failures.find((each) => each.reason === 'image_unreadable');
    return unreadable === undefined
      ? facts
      : fail(failure('image_refused', { file: source.file, problem: unreadable.problem }));
  }
  const problem = checkImport(facts.value);
  if (problem !== null) return fail(failure('image_refused', { file: source.file, problem }));
  if (facts.value.format === 'qcow2') return ok(source.copy);
  const unbootable = await rawProblem(source.copy);
  if (!unbootable.ok) return unbootable;
  if (unbootable.value !== null)
    return fail(failure('image_refused', { file: source.file, problem: unbootable.value }));
  const converted = join(source.folder, 'converted.qcow2');
  const ran = await cache.programs.run({
    executable: 'qemu-img',
    arguments: ['convert', '-f', 'raw', '-O', 'qcow2', source.copy, converted],
    packages: 'qemu-utils',
    timeoutMs: 30 * 60_000,
  });
  return ran.ok ? ok(converted) : ran;
}

async function rawProblem(copy: string): Promise<Result<string | null>> {
  try {
    const handle = await open(copy);
    try {
      const { buffer } = await handle.read(Buffer.alloc(bootBytes), 0, bootBytes, 0);
      return ok(checkRawDisk(buffer, (await handle.stat()).size));
    } finally {
      await handle.close();
    }
  } catch (error) {
    return fail(fileFailure(error, { path: copy, doing: 'read it' }));
  }
}
