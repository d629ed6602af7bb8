import type { ImageFacts } from '../core/qemu/image-facts.ts';
import type { Result } from '../core/result.ts';
import { findTool } from './find-tool.ts';
import { inspectImage } from './inspect-image.ts';
import type { QemuHost } from './qemu-host.ts';

const limitMs = 60_000;

/** Grows an image that no VM has; never cuts one. Without `--shrink` qemu-img refuses to cut, and without `-U` it refuses an image that a QEMU has. */
export async function growImage(
  { file, sizeBytes }: { readonly file: string; readonly sizeBytes: number },
  host: QemuHost,
): Promise<Result<ImageFacts>> {
  const before = await inspectImage(file, host);
  if (!before.ok || before.value.virtualSizeBytes >= sizeBytes) return before;
  const qemuImg = findTool('qemu-img', host);
  if (!qemuImg.ok) return qemuImg;
  const words = ['resize', '-q', '-f', before.value.format, file, String(sizeBytes)];
  const grown = await host.programs.run({ executable: qemuImg.value, arguments: words, timeoutMs: limitMs });
  return grown.ok ? inspectImage(file, host) : grown;
}
