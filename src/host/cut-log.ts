import { constants, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { failure } from '../core/failure.ts';
import { ok, fail, type Result } from '../core/result.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import { kindOf } from './file-kind.ts';

const cutAboveBytes = 8 * 1024 * 1024;
const keptBytes = 2 * 1024 * 1024;

/**
 * Cuts a log above 8 MiB down to its last 2 MiB, from the beginning of a line. In place, because QEMU has it open and
 * appends: what it writes during the cut may be lost, what it writes later is not. Absent is success; a link, a file with a second name, one of another user and
 * what is no regular file are refused.
 */
export async function cutLog(path: string): Promise<Result<void>> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const facts = await handle.stat();
    const strange = strangeness(facts);
    if (strange !== null) return fail(failure('foreign_file', { path, kind: strange }));
    if (facts.size > cutAboveBytes) await keepTail(handle, facts.size);
    return ok(undefined);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ok(undefined);
    return fail(fileFailure(error, { path, doing: 'cut the log' }));
  } finally {
    await handle?.close();
  }
}

function strangeness(facts: Stats): string | null {
  if (!facts.isFile()) return kindOf(facts);
  if (facts.nlink !== 1) return 'file with a second name';
  return facts.uid === process.getuid?.() ? null : 'file of another user';
}

async function keepTail(handle: FileHandle, size: number): Promise<void> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(keptBytes), 0, keptBytes, size - keptBytes);
  const read = buffer.subarray(0, bytesRead);
  const tail = read.subarray(read.indexOf(0x0a) + 1);
  await handle.write(tail, 0, tail.length, 0);
  await handle.truncate(tail.length);
}
