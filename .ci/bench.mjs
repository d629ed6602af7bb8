// Measures start-up and commits as ratios against the least that node itself needs; exits 1 when a row misses its limit.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { program, root } from './lib/checkout.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 31);
mkdirSync(join(root, '.cache'), { recursive: true });
const work = mkdtempSync(join(root, '.cache', 'bench-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

function inventory(name, count) {
  const hosts = Array.from(
    { length: count },
    (_, index) => `        10.10.10.${index + 9}: { nodename: node-${index + 1}, vm_cpu: 1, vm_mem: 256 }`,
  );
  const file = join(work, name);
  writeFileSync(
    file,
    `all:\n  vars: { vm_image: local-mini }\n  children:\n    lab:\n      hosts:\n${hosts.join('\n')}\n`,
  );
  return file;
}

const home = join(work, 'home');
const plan = (file) => [program, '--home', home, 'plan', '-f', file];

const contenders = [
  { name: 'node -e 0', words: ['-e', '0'] },
  { name: 'cold start: paddock --version', words: [program, '--version'], limit: 1.25 },
  { name: 'plan, 3 nodes', words: plan(inventory('three.yml', 3)), limit: 1.8 },
  { name: 'plan, 200 nodes', words: plan(inventory('many.yml', 200)), limit: 2.5 },
].map((contender) => ({ ...contender, times: [] }));

function time(contender) {
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, contender.words, { stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${contender.name} ended with ${status}: ${stderr}`);
  return Number(process.hrtime.bigint() - started) / 1e6;
}

function median(times) {
  return [...times].sort((a, b) => a - b)[times.length >> 1];
}

/** The commit of a 20-node document against writing the same bytes with file and folder synced, inside one process. */
async function commitRatio() {
  const outfile = join(work, 'commit.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['test/perf/commit.program.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
    define: { PADDOCK_VERSION: '"bench"' },
    logLevel: 'warning',
  });
  const { status, stdout, stderr } = spawnSync(process.execPath, [outfile, join(work, 'commit')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the commit bench ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

for (let round = 0; round < rounds; round += 1) {
  for (const contender of contenders) contender.times.push(time(contender));
}
const base = median(contenders[0].times);
const rows = contenders
  .slice(1)
  .map(({ name, times, limit }) => ({ name, ms: median(times), ratio: median(times) / base, limit }));
const commit = await commitRatio();
rows.push({ name: 'state commit, 20 nodes', ms: commit.commitMs, ratio: commit.commitMs / commit.plainMs, limit: 1.5 });

process.stdout.write(`node -e 0: ${base.toFixed(1)} ms, median of ${rounds} interleaved rounds\n`);
for (const { name, ms, ratio, limit } of rows) {
  const verdict = ratio <= limit ? 'ok' : 'MISSED';
  process.stdout.write(
    `${verdict.padEnd(6)} ${name.padEnd(30)} ${ms.toFixed(1).padStart(7)} ms  ${ratio.toFixed(2)} of at most ${limit.toFixed(2)}\n`,
  );
}
process.exit(rows.every(({ ratio, limit }) => ratio <= limit) ? 0 : 1);
