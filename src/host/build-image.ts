import { join } from 'node:path';
import { failure, type Failure } from '../core/failure.ts';
import { cachePaths } from '../core/image/cache-paths.ts';
import type { ImageRecord } from '../core/image/image-record.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { BuildRequest } from '../ports/image-store.ts';
import type { ImageCache } from './image-cache.ts';
import { withIncoming } from './incoming-folder.ts';
import { makeFolder } from './make-folder.ts';
import { readRecordFile } from './read-image-records.ts';
import { readRecipe, recipeNames, type Recipe } from './recipe.ts';
import { registerImage } from './register-image.ts';
import { verifyImage } from './verify-image.ts';

const buildLimitMs = 30 * 60_000;
/** How a recipe says that the host lacks something; see qemu/images/mini/build.sh. */
const hostLacks = 3;

/** Builds `local-<recipe>`, or finds it built from these very files. */
export async function buildImage(
  cache: ImageCache,
  request: BuildRequest & { readonly recipe: string },
): Promise<Result<ImageRecord>> {
  const known = await recipeNames(cache.recipes);
  if (!known.includes(request.recipe)) return fail(failure('recipe_unknown', { name: request.recipe, known }));
  const recipe = await readRecipe(cache.recipes, request.recipe);
  const alias = `local-${recipe.name}`;
  const present = await readRecordFile(join(cache.folder, cachePaths.record(alias, cache.hostArch)));
  if (!present.ok && !request.force) return present;
  const built = present.ok && present.value?.recipe?.digest === recipe.digest ? present.value : null;
  if (built !== null && !request.force && (await isSound(cache, built))) return ok(built);
  const keep = join(cache.folder, cachePaths.recipe(recipe.name));
  const kept = await makeFolder(keep);
  if (!kept.ok) return kept;
  return withIncoming(cache, async (folder) => {
    const incoming = join(folder, 'built.qcow2');
    const ran = await runRecipe(cache, recipe, { ...request, words: [incoming, keep] });
    if (!ran.ok) return ran;
    return registerImage(cache, {
      incoming,
      alias,
      arch: cache.hostArch,
      boot: recipe.boot,
      origin: `built from the recipe ${recipe.name}`,
      recipe: { name: recipe.name, digest: recipe.digest },
      taken: 'replace',
    });
  });
}

/** A registered image whose bytes are damaged or gone is built anew. */
async function isSound(cache: ImageCache, { alias, digest }: ImageRecord): Promise<boolean> {
  const file = join(cache.folder, cachePaths.image(digest));
  return (await verifyImage(cache, { alias, digest, file })).ok;
}

async function runRecipe(
  cache: ImageCache,
  recipe: Recipe,
  run: BuildRequest & { readonly words: readonly string[] },
): Promise<Result<void>> {
  const ran = await cache.programs.run({
    executable: '/bin/sh',
    arguments: [join(recipe.folder, 'build.sh'), ...run.words],
    timeoutMs: buildLimitMs,
    signal: run.signal,
    onLine: run.onLine,
  });
  return ran.ok ? ok(undefined) : fail(...ran.failures.map((each) => inWordsOf(recipe, each)));
}

function inWordsOf(recipe: Recipe, problem: Failure): Failure {
  if (problem.reason !== 'command_failed') return problem;
  const { command } = problem;
  const detail = command.stderr.trim().split('\n').at(-1) ?? '';
  if (command.exitStatus === hostLacks) return failure('recipe_needs', { recipe: recipe.name, detail });
  return failure('recipe_failed', { recipe: recipe.name, command });
}
