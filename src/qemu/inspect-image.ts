import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { failure } from '../core/failure.ts';
import { type ImageFacts, readImageFacts } from '../core/qemu/image-facts.ts';
import { type Result, fail, ok } from '../core/result.ts';
import { findTool } from './find-tool.ts';
import { codeOf } from './private-file.ts';
import type { QemuHost } from './qemu-host.ts';

const timeoutMs = 20_000;
/** The first bytes of a qcow2 image; see QEMU's docs/interop/qcow2. */
const qcow2Magic = 'QFI\u00fb';

/**
 * Structure of an image, read without its lock (`-U`), so that a running VM is not disturbed. The format is told by
 * qcow2's own first bytes and never guessed further: a raw disk may hold anything, a guest's idea of another format too.
 */
export async function inspectImage(file: string, host: QemuHost): Promise<Result<ImageFacts>> {
  const qemuImg = findTool('qemu-img', host);
  if (!qemuImg.ok) return qemuImg;
  const format = await formatOf(file);
  if (!format.ok) return format;
  const words = ['info', '-U', '--output=json', '-f', format.value, file];
  const info = await host.programs.run({ executable: qemuImg.value, arguments: words, timeoutMs });
  if (!info.ok) return info;
  const facts = readImageFacts(info.value.stdout);
  return typeof facts === 'string' ? fail(failure('image_unreadable', { file, problem: facts })) : ok(facts);
}

/** By the file's own first bytes. */
export async function formatOf(file: string): Promise<Result<'qcow2' | 'raw'>> {
  try {
    // A pipe in the place of an image would hold whoever opens it until somebody writes to it.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const facts = await handle.stat();
      if (!facts.isFile() && !facts.isBlockDevice()) {
        return fail(failure('image_unreadable', { file, problem: 'it is no regular file' }));
      }
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
      return ok(buffer.toString('latin1', 0, bytesRead) === qcow2Magic ? 'qcow2' : 'raw');
    } finally {
      await handle.close();
    }
  } catch (error) {
    return fail(failure('file_error', { path: file, doing: 'read', code: codeOf(error) }));
  }
}
