import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Builds one file for a child process: Node 20 does not run TypeScript by itself. Returns the path of the module. */
export async function bundleScript(entry: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-script-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const outfile = join(folder, 'script.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'silent',
  });
  return outfile;
}
