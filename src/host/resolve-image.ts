import { failure } from '../core/failure.ts';
import type { ImageRecord } from '../core/image/image-record.ts';
import { nearestName } from '../core/nearest-name.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { ImageCache } from './image-cache.ts';
import { readImageRecords } from './read-image-records.ts';
import { recipeNames } from './recipe.ts';

/** The record that a normalised selector names, offline. */
export async function resolveImage(
  cache: ImageCache,
  wanted: { readonly selector: string; readonly arch: 'amd64' | 'arm64' },
): Promise<Result<ImageRecord>> {
  const { selector, arch } = wanted;
  if (!selector.startsWith('local-')) return fail(failure('image_not_local', { selector }));
  const records = await readImageRecords(cache.folder);
  if (!records.ok) return records;
  const found = records.value.find((record) => record.alias === selector && record.arch === arch);
  if (found !== undefined) return ok(found);
  const recipes = await recipeNames(cache.recipes);
  const recipe = recipes.find((name) => selector === `local-${name}`);
  if (recipe !== undefined) return fail(failure('image_absent', { selector, recipe }));
  const known = [...records.value.map((record) => record.alias), ...recipes.map((name) => `local-${name}`)];
  return fail(failure('image_unknown', { selector, nearest: nearestName(selector, known) }));
}
