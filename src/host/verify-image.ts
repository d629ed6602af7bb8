import { type BigIntStats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { failure } from '../core/failure.ts';
import { cachePaths } from '../core/image/cache-paths.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { ImageBytes } from '../ports/image-store.ts';
import { digestFile } from './digest-file.ts';
import { errorCode } from './error-code.ts';
import { fileFailure } from './file-failure.ts';
import type { ImageCache } from './image-cache.ts';
import { recipeNames } from './recipe.ts';
import { replacePrivate } from './replace-private.ts';

/** The file as it was when its digest was last right; ctime because no program can set it back. */
const factsShape = z.object({ inode: z.string(), size: z.string(), mtimeNs: z.string(), ctimeNs: z.string() });

type FileFacts = z.infer<typeof factsShape>;

/** The image's bytes against its digest; read whole only when the file has changed since they were last right. */
export async function verifyImage(cache: ImageCache, image: ImageBytes): Promise<Result<void>> {
  try {
    const facts = factsOf(await stat(image.file, { bigint: true }));
    const memo = join(cache.folder, cachePaths.verified(image.digest));
    if (same(await readMemo(memo), facts)) return ok(undefined);
    const digest = await digestFile(image.file);
    if (digest !== image.digest) return await damaged(cache, image, `has other bytes than its record says (${digest})`);
    await rememberVerified(memo, facts);
    return ok(undefined);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return damaged(cache, image, 'is gone');
    return fail(fileFailure(error, { path: image.file, doing: 'read it' }));
  }
}

async function damaged(cache: ImageCache, image: ImageBytes, problem: string): Promise<Result<never>> {
  const recipes = await recipeNames(cache.recipes);
  const recipe = recipes.find((name) => image.alias === `local-${name}`) ?? null;
  return fail(failure('image_damaged', { alias: image.alias, file: image.file, problem, recipe }));
}

/** Remembers that the file's digest is right as it lies there now. A cache that cannot be written only costs time. */
async function rememberVerified(memo: string, facts: FileFacts): Promise<void> {
  try {
    await replacePrivate(memo, `${JSON.stringify(facts)}\n`);
  } catch (error) {
    errorCode(error);
  }
}

async function readMemo(memo: string): Promise<FileFacts | null> {
  try {
    return factsShape.safeParse(JSON.parse(await readFile(memo, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

function factsOf(stats: BigIntStats): FileFacts {
  return {
    inode: `${String(stats.dev)}:${String(stats.ino)}`,
    size: String(stats.size),
    mtimeNs: String(stats.mtimeNs),
    ctimeNs: String(stats.ctimeNs),
  };
}

function same(left: FileFacts | null, right: FileFacts): boolean {
  return left !== null && JSON.stringify(left) === JSON.stringify(right);
}
