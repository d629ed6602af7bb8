import { join } from 'node:path';
import { cachePaths } from '../core/image/cache-paths.ts';
import { type ImageRecord } from '../core/image/image-record.ts';
import { ok } from '../core/result.ts';
import type { ImageStore, StoredImage } from '../ports/image-store.ts';
import { buildImage } from './build-image.ts';
import type { ImageCache } from './image-cache.ts';
import { importImage } from './import-image.ts';
import { readImageRecords } from './read-image-records.ts';
import { resolveImage } from './resolve-image.ts';
import { verifyImage } from './verify-image.ts';

/** The ImageStore port over a cache folder. */
export function createImageStore(cache: ImageCache): ImageStore {
  const stored = (record: ImageRecord): StoredImage => storedImage(cache, record);
  return {
    async list() {
      const records = await readImageRecords(cache.folder);
      return records.ok ? ok(records.value.map(stored)) : records;
    },
    async resolve(selector, arch) {
      const found = await resolveImage(cache, { selector, arch });
      return found.ok ? ok(stored(found.value)) : found;
    },
    verify: (image) => verifyImage(cache, image),
    async importFile(request) {
      const imported = await importImage(cache, request);
      return imported.ok ? ok(stored(imported.value)) : imported;
    },
    async build(recipe, request) {
      const built = await buildImage(cache, { ...request, recipe });
      return built.ok ? ok(stored(built.value)) : built;
    },
  };
}

function storedImage(cache: ImageCache, record: ImageRecord): StoredImage {
  const { alias, arch, digest, virtualSizeBytes, boot, origin, addedAt } = record;
  const file = join(cache.folder, cachePaths.image(digest));
  return { alias, arch, file, digest, virtualSizeBytes, boot, origin, addedAt };
}
