import { statSync } from 'node:fs';
import { failure } from '../core/failure.ts';
import { isBlankMap } from '../core/qemu/is-blank-map.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { findTool } from './find-tool.ts';
import type { QemuHost } from './qemu-host.ts';

const timeoutMs = 20_000;

/** Looks at the allocation of a qcow2 image without its lock (`-U`), so that a running VM is not disturbed. */
export async function isBlankImage(file: string, host: QemuHost): Promise<Result<boolean>> {
  const qemuImg = findTool('qemu-img', host);
  if (!qemuImg.ok) return qemuImg;
  const words = ['map', '-U', '--output=json', '-f', 'qcow2', file];
  const map = await host.programs.run({ executable: qemuImg.value, arguments: words, timeoutMs });
  if (!map.ok) return map;
  const fileBytes = statSync(file, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY;
  const blank = isBlankMap(map.value.stdout, fileBytes);
  return blank === null ? fail(failure('image_unreadable', { file, problem: 'its map cannot be read' })) : ok(blank);
}
