import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A module for child processes, and how to take it away again. */
export interface BundledScript {
  readonly path: string;
  readonly remove: () => void;
}

/** Builds one file for a child process: Node 20 does not run TypeScript by itself. */
export async function bundleScript(entry: string): Promise<BundledScript> {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-script-'));
  const outfile = join(folder, 'script.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);" },
    logLevel: 'silent',
  });
  return {
    path: outfile,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
