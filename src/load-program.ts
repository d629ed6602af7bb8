import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { constants, Script } from 'node:vm';
import type { runProgram } from './program.ts';

/** What dist/program.cjs exports. */
export interface Program {
  readonly runProgram: typeof runProgram;
}

/** The program, and what the build needs to keep the compiled form of what has run so far. */
export interface LoadedProgram extends Program {
  /** `used`: the compiled form was read from the disk, and V8 took it. */
  readonly cache: 'used' | 'not_used';
  /** The bytes that `program.cache` has to hold for the next start to compile none of what has run in this one. */
  compiled(): Buffer;
}

type Wrapper = (
  ...given: [exports: object, require: NodeJS.Require, module: { exports: object }, file: string, folder: string]
) => void;

const digestBytes = 32;

/**
 * Loads dist/program.cjs, which is a function of what node gives a CommonJS module, with the compiled form that the build
 * has left beside it. That form only saves time: one that is missing, cut short, damaged, or made of another program or
 * by another node is passed over without a word.
 */
export function loadProgram(folder: string): LoadedProgram {
  const filename = join(folder, 'program.cjs');
  const bytes = readFileSync(filename);
  const cachedData = readCache(join(folder, 'program.cache'), bytes);
  // The build keeps the program in ASCII, of which node makes a string fastest as latin1.
  const script = new Script(bytes.toString('latin1'), {
    filename,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData === null ? {} : { cachedData }),
  });
  const module: { exports: object } = { exports: {} };
  const wrapper = script.runInThisContext() as Wrapper;
  wrapper(module.exports, createRequire(filename), module, filename, folder);
  const { runProgram } = module.exports as Program;
  return {
    runProgram,
    cache: script.cachedDataRejected === false ? 'used' : 'not_used',
    compiled() {
      const payload = script.createCachedData();
      return Buffer.concat([digest(bytes, payload), payload]);
    },
  };
}

function readCache(file: string, program: Buffer): Buffer | null {
  let cache: Buffer;
  try {
    cache = readFileSync(file);
  } catch {
    return null;
  }
  const payload = cache.subarray(digestBytes);
  return digest(program, payload).equals(cache.subarray(0, digestBytes)) ? payload : null;
}

/**
 * V8 itself asks of a compiled form only that version, flags and lengths agree: one of another program of this length
 * would run instead of ours, and a flipped bit would end the process.
 */
function digest(program: Buffer, payload: Buffer): Buffer {
  const { arch, platform, version } = process;
  return createHash('sha256').update(`${version} ${platform} ${arch}\n`).update(program).update(payload).digest();
}
