import { build, type BuildOptions, type Plugin } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BundledScript } from '../fakes/bundle-script.ts';
import { checkout } from '../real/lab/checkout.ts';

const common = {
  absWorkingDir: checkout,
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  charset: 'ascii',
  define: {
    PADDOCK_VERSION: '"0.0.0-mortal"',
    'import.meta.url': '__moduleUrl',
    'import.meta.dirname': '__dirname',
  },
  logLevel: 'error',
} as const satisfies BuildOptions;

const composing = (composer: string): Plugin => ({
  name: 'composing',
  setup(plan) {
    plan.onResolve({ filter: /\/compose\.ts$/ }, (found) =>
      found.importer.endsWith('/run-cli.ts') ? { path: join(checkout, 'test/crash', composer) } : undefined,
    );
    plan.onResolve({ filter: /\/open-live-view\.tsx$/ }, (found) => ({ path: found.path, external: true }));
  },
});

/** In CommonJS nothing says by itself where a module stands. */
const moduleUrl = "var __moduleUrl='file://'+__filename.split('/').map(encodeURIComponent).join('/');";

/**
 * The command itself, with nothing else changed than what this module of the folder puts around its ports: by default that it
 * kills itself with SIGKILL at the point that `PADDOCK_CRASH_AT` counts or names. It stands in the checkout, because it looks for what it ships beside itself.
 */
export async function buildMortal(composer = 'mortal-compose.program.ts'): Promise<BundledScript> {
  mkdirSync(join(checkout, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(checkout, '.cache', 'mortal-'));
  const file = (name: string): string => join(folder, name);
  const wrapper = `(function(exports,require,module,__filename,__dirname){${moduleUrl}`;
  const program = { banner: { js: wrapper }, footer: { js: '})' }, plugins: [composing(composer)] };
  await Promise.all([
    build({ ...common, entryPoints: ['src/main.ts'], outfile: file('paddock.cjs') }),
    build({ ...common, entryPoints: ['src/load-program.ts'], outfile: file('load-program.cjs') }),
    build({ ...common, entryPoints: ['src/program.ts'], outfile: file('program.cjs'), ...program }),
  ]);
  // Thousands of commands are started: with its compiled form, as that of dist/ has one, each costs a quarter less.
  execFileSync(process.execPath, ['.ci/compile-program.mjs', file('load-program.cjs'), folder], { cwd: checkout });
  return {
    path: file('paddock.cjs'),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
