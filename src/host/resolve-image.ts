import { join } from 'node:path';
import { failure } from '../core/failure.ts';
import { cachePaths } from '../core/image/cache-paths.ts';
import type { ImageRecord } from '../core/image/image-record.ts';
import { nearestName } from '../core/nearest-name.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { ImageCache } from './image-cache.ts';
import { readImageRecords, readRecordFile } from './read-image-records.ts';
import { recipeNames } from './recipe.ts';

/** The record that a normalised selector names, offline. */
export async function resolveImage(
  cache: ImageCache,
  wanted: { readonly selector: string; readonly arch: 'amd64' | 'arm64' },
): Promise<Result<ImageRecord>> {
  const { selector, arch } = wanted;
  if (!selector.startsWith('local-')) return fail(failure('image_not_local', { selector }));
  // Its own record alone decides: a damaged one is no reason to lose the others.
  const own = await readRecordFile(join(cache.folder, cachePaths.record(selector, arch)));
  if (!own.ok) return own;
  if (own.value?.alias === selector && own.value.arch === arch) return ok(own.value);
  const recipes = await recipeNames(cache.recipes);
  const recipe = recipes.find((name) => selector === `local-${name}`);
  if (recipe !== undefined) return fail(failure('image_absent', { selector, recipe }));
  const others = await readImageRecords(cache.folder);
  if (!others.ok) return others;
  const known = [...others.value.records.map((record) => record.alias), ...recipes.map((name) => `local-${name}`)];
  return fail(failure('image_unknown', { selector, nearest: nearestName(selector, known) }));
}
