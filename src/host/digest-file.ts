import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** `sha256:<hex>` over a file, read in pieces. Throws the system's error. */
export async function digestFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  return `sha256:${hash.digest('hex')}`;
}
