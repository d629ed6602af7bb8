import { build, type Plugin } from 'esbuild';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BundledScript } from '../fakes/bundle-script.ts';
import { checkout } from '../real/lab/checkout.ts';

const composing = (composer: string): Plugin => ({
  name: 'composing',
  setup(plan) {
    plan.onResolve({ filter: /\/compose\.ts$/ }, (found) =>
      found.importer.endsWith('/run-cli.ts') ? { path: join(checkout, 'test/crash', composer) } : undefined,
    );
    plan.onResolve({ filter: /\/open-live-view\.tsx$/ }, (found) => ({ path: found.path, external: true }));
  },
});

/**
 * The command itself, with nothing else changed than what this module of the folder puts around its ports: by default that it
 * kills itself with SIGKILL at the point that `PADDOCK_CRASH_AT` counts or names. It stands in the checkout, because it looks for what it ships beside itself.
 */
export async function buildMortal(composer = 'mortal-compose.program.ts'): Promise<BundledScript> {
  mkdirSync(join(checkout, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(checkout, '.cache', 'mortal-'));
  const outfile = join(folder, 'paddock.mjs');
  await build({
    stdin: {
      contents: "import { runProgram } from './src/program.ts'; process.exit(await runProgram(process.argv.slice(2)));",
      resolveDir: checkout,
      loader: 'ts',
    },
    outfile,
    absWorkingDir: checkout,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    define: { PADDOCK_VERSION: '"0.0.0-mortal"' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [composing(composer)],
    logLevel: 'error',
  });
  return {
    path: outfile,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
