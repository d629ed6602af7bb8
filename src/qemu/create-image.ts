import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failure } from '../core/failure.ts';
import type { ImageFacts } from '../core/qemu/image-facts.ts';
import { type Result, fail, ok } from '../core/result.ts';
import type { MadeDisk } from '../ports/hypervisor.ts';
import { findTool } from './find-tool.ts';
import { formatOf, inspectImage } from './inspect-image.ts';
import { codeOf } from './private-file.ts';
import type { QemuHost } from './qemu-host.ts';
import type { Owned } from '../core/state/running.ts';
import { whileOwned } from '../core/state/while-owned.ts';

const timeoutMs = 30_000;

export interface NewImage {
  readonly file: string;
  readonly sizeBytes: number;
  /** Absolute path of a qcow2 or raw image to lie on, or null for an empty disk. */
  readonly base: string | null;
  readonly running: Owned;
}

/**
 * Makes a private qcow2 image under its name only when it is whole and synced; never over anything. A right image that
 * is there already counts as made. If the caller dies here, at most `<file>.new` is left, which the next try removes.
 */
export async function createImage(image: NewImage, host: QemuHost): Promise<Result<MadeDisk>> {
  const existing = await existingImage(image, host);
  if (existing !== null) return existing;
  const unfinished = `${image.file}.new`;
  const owned = await image.running.stillOwned();
  if (!owned.ok) return owned;
  const made = await makeUnfinished(image, { unfinished, host });
  if (!made.ok) {
    await rm(unfinished, { force: true });
    return made;
  }
  // Whoever has taken over meanwhile works under the same name: nothing of it is touched any more.
  const published = await whileOwned(image.running, () => publish(unfinished, image.file));
  return published.ok ? ok({ virtualSizeBytes: image.sizeBytes }) : published;
}

/** Null when the name is free. */
async function existingImage(image: NewImage, host: QemuHost): Promise<Result<MadeDisk> | null> {
  const facts = await inspectImage(image.file, host);
  if (!facts.ok) {
    const absent = facts.failures.every((one) => one.reason === 'file_error' && one.code === 'ENOENT');
    return absent ? null : facts;
  }
  const problem = difference(facts.value, image);
  return problem === null
    ? ok({ virtualSizeBytes: image.sizeBytes })
    : fail(failure('disk_in_the_way', { file: image.file, problem }));
}

function difference(facts: ImageFacts, image: NewImage): string | null {
  if (facts.format !== 'qcow2') return `it is ${facts.format}`;
  if (facts.corrupt) return 'it is marked corrupt';
  if (facts.externalDataFile !== null) return `its data lie in ${facts.externalDataFile}`;
  if (facts.virtualSizeBytes !== image.sizeBytes)
    return `it has ${String(facts.virtualSizeBytes)} bytes, not ${String(image.sizeBytes)}`;
  if (facts.backingFile !== image.base) {
    return `it lies on ${facts.backingFile ?? 'nothing'}, not on ${image.base ?? 'nothing'}`;
  }
  return null;
}

async function makeUnfinished(
  image: NewImage,
  to: { readonly unfinished: string; readonly host: QemuHost },
): Promise<Result<void>> {
  const qemuImg = findTool('qemu-img', to.host);
  if (!qemuImg.ok) return qemuImg;
  const lying = await lyingOn(image.base);
  if (!lying.ok) return lying;
  const empty = await makePrivateFile(to.unfinished);
  if (!empty.ok) return empty;
  const words = ['create', '-q', '-f', 'qcow2', ...lying.value, to.unfinished, String(image.sizeBytes)];
  const created = await to.host.programs.run({ executable: qemuImg.value, arguments: words, timeoutMs });
  return created.ok ? ok(undefined) : created;
}

/** qemu-img opens the base itself, and makes nothing on one that is not of this format. */
async function lyingOn(base: string | null): Promise<Result<readonly string[]>> {
  if (base === null) return ok([]);
  const format = await formatOf(base);
  return format.ok ? ok(['-b', base, '-F', format.value]) : format;
}

/** qemu-img keeps the mode of a file that is there, and would make a new one readable for others. */
async function makePrivateFile(path: string): Promise<Result<void>> {
  try {
    await rm(path, { force: true });
    await (await open(path, 'wx', 0o600)).close();
    return ok(undefined);
  } catch (error) {
    return fail(failure('file_error', { path, doing: 'make', code: codeOf(error) }));
  }
}

/** Gives the finished file its name, exclusively, and makes both durable. */
async function publish(unfinished: string, file: string): Promise<Result<void>> {
  try {
    await sync(unfinished);
    await link(unfinished, file);
    await rm(unfinished, { force: true });
    await sync(dirname(file));
    return ok(undefined);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return fail(failure('disk_in_the_way', { file, problem: 'it was made meanwhile' }));
    return fail(failure('file_error', { path: file, doing: 'make', code: codeOf(error) }));
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
