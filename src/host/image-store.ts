import { join } from 'node:path';
import * as z from 'zod';
import waysOfRecipes from '../../qemu/images/share-ways.json' with { type: 'json' };
import { describeFailure } from '../core/failure-text.ts';
import { cachePaths } from '../core/image/cache-paths.ts';
import { type ImageRecord } from '../core/image/image-record.ts';
import type { ListedImage } from '../core/image/listed-image.ts';
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
      const read = await readImageRecords(cache.folder);
      if (!read.ok) return read;
      const { records, damaged } = read.value;
      const images = await Promise.all(records.map((record) => listedImage(cache, stored(record))));
      return ok({ images, damagedRecords: damaged });
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

async function listedImage(cache: ImageCache, image: StoredImage): Promise<ListedImage> {
  const verified = await verifyImage(cache, image);
  const [first] = verified.ok ? [] : verified.failures;
  if (first === undefined) return { ...image, problem: null };
  return { ...image, problem: first.reason === 'image_damaged' ? first.problem : describeFailure(first).message };
}

/** What the kernels of our own recipes have; of an import nobody knows. */
const shareWays = z.record(z.string(), z.array(z.enum(['virtiofs', '9p']))).parse(waysOfRecipes);

function storedImage(cache: ImageCache, record: ImageRecord): StoredImage {
  const { alias, arch, digest, virtualSizeBytes, boot, origin, addedAt, recipe } = record;
  const file = join(cache.folder, cachePaths.image(digest));
  const ways = recipe === null ? undefined : shareWays[recipe.name];
  return { alias, arch, file, digest, virtualSizeBytes, boot, origin, addedAt, shareWays: ways ?? null };
}
