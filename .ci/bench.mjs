// Measures what paddock adds to the least that its work needs, as ratios of medians; exits 1 when a row misses its limit.
// BENCH_ROUNDS, BENCH_GUEST_ROUNDS (0 leaves the guests out) and BENCH_GUESTS (nodes of the larger lab) make it shorter.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { program, root } from './lib/checkout.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 31);
const guestRounds = Number(process.env.BENCH_GUEST_ROUNDS ?? 3);
const guests = Number(process.env.BENCH_GUESTS ?? 4);
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

/** Runs a program of test/perf, and returns what it prints. */
async function measured(name, ...words) {
  // Two folders deep: programs of test/real/lab look for the checkout three folders above them.
  const outfile = join(work, 'programs', `${name}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [`test/perf/${name}.program.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
    define: { PADDOCK_VERSION: '"bench"', 'import.meta.dirname': JSON.stringify(join(root, 'test', 'fakes')) },
    logLevel: 'warning',
  });
  const { status, stdout, stderr } = spawnSync(process.execPath, [outfile, ...words], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the ${name} bench ended with ${status}: ${stderr}`);
  // A first use builds the guest image, and says so before the figures.
  return JSON.parse(stdout.trimEnd().split('\n').at(-1));
}

function against(name, { times, base, limit }) {
  return { name, shown: `${median(times).toFixed(1)} ms`, value: median(times) / median(base), limit };
}

/** `up` of mini guests against the same QEMU and ssh by hand. */
async function guestRows() {
  if (guestRounds === 0) return [];
  const one = await measured('guests', '1', String(guestRounds));
  const many = await measured('guests', String(guests), String(guestRounds));
  return [
    against('up, 1 mini node', { times: one.up, base: one.byHand, limit: 1.1 }),
    against(`up, ${guests} mini nodes`, { times: many.up, base: many.byHand, limit: 1.15 }),
    against(`up, ${guests} running nodes`, { times: many.settled, base: many.logins, limit: 1.4 }),
  ];
}

async function memoryRow() {
  const { peakBytes } = await measured('memory', '20', program);
  const value = peakBytes / 2 ** 20;
  return { name: 'peak memory of up, 20 nodes', shown: 'MiB', value, limit: 150 };
}

const built = spawnSync(process.execPath, [join(root, '.ci', 'build.mjs'), '--if-stale'], { encoding: 'utf8' });
if (built.status !== 0) throw new Error(built.stderr);
for (let round = 0; round < rounds; round += 1) {
  for (const contender of contenders) contender.times.push(time(contender));
}
const [base, ...starts] = contenders;
const rows = starts.map(({ name, times, limit }) => against(name, { times, base: base.times, limit }));
const { commit, plain } = await measured('commit', join(work, 'commit'));
rows.push(against('state commit, 20 nodes', { times: commit, base: plain, limit: 1.5 }), await memoryRow());
rows.push(...(await guestRows()));

process.stdout.write(`node -e 0: ${median(base.times).toFixed(1)} ms, median of ${rounds} interleaved rounds\n`);
for (const { name, shown, value, limit } of rows) {
  const verdict = value <= limit ? 'ok' : 'MISSED';
  const figures = `${value.toFixed(2)} of at most ${limit.toFixed(2)}`;
  process.stdout.write(`${verdict.padEnd(6)} ${name.padEnd(30)} ${shown.padStart(12)}  ${figures}\n`);
}
process.exit(rows.every(({ value, limit }) => value <= limit) ? 0 : 1);
