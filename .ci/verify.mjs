// Every check and every test, from a fresh clone. Goes on after a failure and ends with one line of counts.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from './lib/checkout.mjs';
import { run } from './lib/run.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const results = join(root, '.cache', 'verify');
const minute = 60_000;

/** Checks that are made beside each other, for each takes one core; their output comes out whole. */
const lanes = [
  [
    ['lint', [bin('eslint'), '--max-warnings', '0', '.'], 10 * minute],
    ['format', [bin('biome'), 'format', '.'], 2 * minute],
  ],
  [
    ['types', [bin('tsc'), '-p', '.'], 5 * minute],
    ['types of the core', [bin('tsc'), '-p', 'src/core'], 5 * minute],
    ['import directions', [bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'src'], 2 * minute],
    ['unused code', [bin('knip')], 2 * minute],
    ['shell scripts', ['sh', '-c', 'git ls-files -z "*.sh" .ci/run | xargs -0 shellcheck -x -P SCRIPTDIR'], 2 * minute],
  ],
];

/** With --full also what takes too long for every run: guests with a whole distribution, and every point of death. */
const full = process.argv.includes('--full');

/** Vitest projects in the order of their cost. */
const suites = [
  ['unit', 10 * minute],
  ['contract', 10 * minute],
  ['crash', (full ? 60 : 15) * minute],
  ['real', (full ? 60 : 35) * minute],
  ['wide', (full ? 90 : 10) * minute],
];

const env = {
  ...process.env,
  PADDOCK_CACHE: cache,
  FORCE_COLOR: '0',
  NO_COLOR: '1',
  PADDOCK_TEST_FULL: full ? '1' : '0',
};
const totals = { passed: 0, failed: 0, skipped: 0 };
const summary = [];

function note(name, outcome, startedMs) {
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  summary.push(`  ${outcome.padEnd(6)} ${name} (${seconds} s)`);
  process.stdout.write(`--- ${outcome}: ${name} (${seconds} s)\n`);
}

async function check([name, words, timeoutMs]) {
  const startedMs = Date.now();
  const file = join(results, `${name}.txt`);
  const into = openSync(file, 'w');
  const { status } = await run(words, { env, cwd: root, timeoutMs, into });
  closeSync(into);
  totals[status === 0 ? 'passed' : 'failed'] += 1;
  process.stdout.write(`\n=== ${name}\n${readFileSync(file, 'utf8')}`);
  note(name, status === 0 ? 'ok' : 'FAILED', startedMs);
}

async function checkLane(checks) {
  for (const each of checks) await check(each);
}

async function suite([name, timeoutMs]) {
  const startedMs = Date.now();
  const file = join(results, `${name}.json`);
  process.stdout.write(`\n=== tests: ${name}\n`);
  const words = [
    bin('vitest'),
    'run',
    '--project',
    name,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const { status } = await run(words, { env, cwd: root, timeoutMs });
  const counted = count(file);
  totals.passed += counted.passed;
  totals.skipped += counted.skipped;
  // A suite that ended badly without a failed test, or that ran nothing at all, failed all the same.
  const failed = Math.max(counted.failed, status === 0 && counted.passed > 0 ? 0 : 1);
  totals.failed += failed;
  note(`tests: ${name}`, failed === 0 ? 'ok' : 'FAILED', startedMs);
}

function count(file) {
  try {
    const found = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: found.numPassedTests,
      failed: found.numFailedTests,
      skipped: found.numPendingTests + found.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
process.stdout.write('\n=== setup\n');
const startedMs = Date.now();
const { status } = await run([join(root, '.ci', 'setup.sh'), '--tests'], { env, cwd: root, timeoutMs: 15 * minute });
totals[status === 0 ? 'passed' : 'failed'] += 1;
note('setup', status === 0 ? 'ok' : 'FAILED', startedMs);
if (status === 0) {
  await Promise.all(lanes.map(checkLane));
  for (const each of suites) await suite(each);
}
process.stdout.write(`\n${summary.join('\n')}\n\n`);
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
process.exit(totals.failed === 0 ? 0 : 1);
