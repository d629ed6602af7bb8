import { loadProgram } from '../../src/load-program.ts';

/** Loads the program of a folder, says whether its compiled form was used, and where an error inside it says that it stands. */
const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: load-program.program FOLDER');
const { cache, runProgram } = loadProgram(folder);
let stack = '';
try {
  // No command line at all is a bug of the caller, and not one that the program expects.
  await runProgram(undefined as unknown as readonly string[]);
} catch (error) {
  stack = error instanceof Error ? (error.stack ?? '') : '';
}
process.stdout.write(JSON.stringify({ cache, stack }));
