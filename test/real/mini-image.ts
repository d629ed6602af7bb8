import { join } from 'node:path';
import { createClock } from '../../src/host/clock.ts';
import { createImageStore } from '../../src/host/image-store.ts';
import { createProcesses } from '../../src/host/processes.ts';
import { createPrograms } from '../../src/host/run-program.ts';
import type { ImageStore, StoredImage } from '../../src/ports/image-store.ts';
import { inspectImage } from '../../src/qemu/inspect-image.ts';

const root = join(import.meta.dirname, '../..');

/** The image store of the real tests, in the ignored `.cache` of the repository, so that one build serves all of them. */
export function testImageStore(): ImageStore {
  const programs = createPrograms();
  const host = { programs, searchPath: process.env['PATH'] ?? '', platform: 'linux', arch: 'amd64' };
  return createImageStore({
    folder: join(root, '.cache/paddock'),
    recipes: join(root, 'qemu/images'),
    hostArch: 'amd64',
    programs,
    clock: createClock(),
    processes: createProcesses(),
    inspect: (file) => inspectImage(file, host as Parameters<typeof inspectImage>[1]),
  });
}

/** The mini guest, built when the recipe has changed since it was last built. */
export async function miniImage(): Promise<StoredImage> {
  const built = await testImageStore().build('mini', {
    onLine: () => undefined,
    signal: AbortSignal.timeout(4 * 60_000),
    force: false,
  });
  if (!built.ok) throw new Error(`the mini image was not built: ${JSON.stringify(built.failures)}`);
  return built.value;
}
