// Bundles the command: dist/paddock.cjs, which starts it; dist/program.cjs, one minified file, with its compiled form in
// dist/program.cache; and dist/tui.mjs, the live view that only `up` on a terminal loads.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const outputs = ['paddock.cjs', 'program.cjs', 'program.cache', 'tui.mjs'];
const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Newest modification time below the given paths. */
function newest(paths) {
  let latest = 0;
  for (const path of paths) {
    const facts = statSync(path);
    latest = Math.max(latest, facts.mtimeMs);
    if (facts.isDirectory()) latest = Math.max(latest, newest(readdirSync(path).map((name) => join(path, name))));
  }
  return latest;
}

function isFresh() {
  try {
    const built = Math.min(...outputs.map((name) => statSync(join(root, 'dist', name)).mtimeMs));
    return (
      built >
      newest(['src', '.ci/build.mjs', '.ci/compile-program.mjs', 'package.json'].map((path) => join(root, path)))
    );
  } catch {
    return false;
  }
}

/** npm links the bins of dependencies only; without a link of its own `npx paddock` would look for a published package. */
function linkForNpx() {
  const bins = join(root, 'node_modules', '.bin');
  if (!existsSync(bins)) return;
  rmSync(join(bins, 'paddock'), { force: true });
  symlinkSync('../../dist/paddock.cjs', join(bins, 'paddock'));
}

async function build() {
  const { build: bundle } = await import('esbuild');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const common = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20.19',
    define: {
      PADDOCK_VERSION: JSON.stringify(version),
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
    },
    legalComments: 'none',
    logLevel: 'warning',
  };
  const liveViewApart = {
    name: 'live-view-apart',
    setup(plan) {
      plan.onResolve({ filter: /\/tui\/open-live-view\.tsx$/ }, () => ({ path: './tui.mjs', external: true }));
    },
  };
  // Ink imports the React developer tools without ever using them in production.
  const noDevtools = {
    name: 'no-devtools',
    setup(plan) {
      plan.onResolve({ filter: /^react-devtools-core$/ }, (found) => ({ path: found.path, namespace: 'stub' }));
      plan.onLoad({ filter: /.*/, namespace: 'stub' }, () => ({ contents: 'export default {}', loader: 'js' }));
    },
  };
  // Commander can run subcommands that are programs of their own. Ours are not, and loading the module costs every start.
  const noSubprograms = {
    name: 'no-subprograms',
    setup(plan) {
      plan.onResolve({ filter: /^node:child_process$/ }, (found) =>
        found.importer.includes('/commander/') ? { path: found.path, namespace: 'stub' } : undefined,
      );
      plan.onLoad({ filter: /.*/, namespace: 'stub' }, () => ({ contents: 'module.exports = {}', loader: 'js' }));
    },
  };
  // CommonJS, because node starts it measurably faster than an ES module of the same size.
  const commonjs = { ...common, format: 'cjs' };
  const define = { ...common.define, 'import.meta.url': '__moduleUrl', 'import.meta.dirname': '__dirname' };
  const moduleUrl = "var __moduleUrl='file://'+__filename.split('/').map(encodeURIComponent).join('/');";
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const loader = join(root, '.cache', 'build', 'load-program.cjs');
  await Promise.all([
    bundle({
      ...commonjs,
      entryPoints: ['src/main.ts'],
      outfile: 'dist/paddock.cjs',
      define,
      banner: { js: '#!/usr/bin/env node' },
    }),
    bundle({ ...commonjs, entryPoints: ['src/load-program.ts'], outfile: loader, define }),
    bundle({
      ...commonjs,
      entryPoints: ['src/program.ts'],
      outfile: 'dist/program.cjs',
      define,
      // What node puts around a CommonJS module stands in the file, because it is not node that loads this one.
      banner: { js: `(function(exports,require,module,__filename,__dirname){${moduleUrl}` },
      footer: { js: '})' },
      charset: 'ascii',
      plugins: [liveViewApart, noSubprograms],
    }),
    bundle({
      ...common,
      format: 'esm',
      entryPoints: ['src/ui/tui/open-live-view.tsx'],
      outfile: 'dist/tui.mjs',
      // Some bundled packages are CommonJS and ask for node's modules with require, which an ES module does not have.
      banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
      plugins: [noDevtools],
    }),
  ]);
  await chmod(join(root, 'dist', 'paddock.cjs'), 0o755);
  compile(loader);
  linkForNpx();
}

/** Done by a process of its own, so that it holds what the program has compiled and nothing of the build. */
function compile(loader) {
  const env = { ...process.env };
  // V8 takes a compiled form only under the flags that it was made with.
  delete env.NODE_OPTIONS;
  const words = [join(root, '.ci', 'compile-program.mjs'), loader, join(root, 'dist')];
  execFileSync(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 60_000 });
}

if (process.argv.includes('--if-stale') && isFresh()) {
  process.stdout.write('dist is up to date\n');
} else {
  await build();
  process.stdout.write(`built dist/${outputs.join(', dist/')}\n`);
}
