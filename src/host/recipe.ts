import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as z from 'zod';
import { errorCode } from './error-code.ts';

/** A recipe that the program ships: a folder with `recipe.json` and `build.sh`. */
export interface Recipe {
  readonly name: string;
  readonly folder: string;
  readonly boot: 'bios' | 'uefi' | 'both';
  /** Over the names and bytes of all its files: the same digest builds the same guest. */
  readonly digest: string;
}

const recipeShape = z.object({ summary: z.string(), boot: z.enum(['bios', 'uefi', 'both']) });

/** Names of the recipes in the folder, sorted. */
export async function recipeNames(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .toSorted();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Reads a recipe that is known to be there; what is wrong with it is our own bug. */
export async function readRecipe(recipes: string, name: string): Promise<Recipe> {
  const folder = join(recipes, name);
  const { boot } = recipeShape.parse(JSON.parse(await readFile(join(folder, 'recipe.json'), 'utf8')));
  return { name, folder, boot, digest: await digestFolder(folder) };
}

async function digestFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const hash = createHash('sha256');
  for (const file of files) {
    const bytes = await readFile(file);
    hash.update(`${relative(folder, file)}\0${String(bytes.length)}\0`).update(bytes);
  }
  return `sha256:${hash.digest('hex')}`;
}
