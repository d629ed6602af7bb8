// A lab of two machines from nothing, in a home of its own: npm run demo, and npm run demo -- --down to remove it.
import { join, relative } from 'node:path';
import { cache, program, root } from './lib/checkout.mjs';
import { run } from './lib/run.mjs';

const home = join(root, '.cache', 'demo', 'home');
const manifest = 'examples/quickstart/paddock.yml';
const nodes = [
  { name: 'meta', address: '10.10.10.10' },
  { name: 'node-1', address: '10.10.10.11' },
];
const env = { ...process.env, PADDOCK_HOME: home, PADDOCK_CACHE: cache };

function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Runs a paddock command in front of the reader and stops the demo when it fails. */
async function paddock(...words) {
  say(`\n$ paddock ${words.join(' ')}`);
  const { status } = await run([process.execPath, program, ...words], { env, cwd: root });
  if (status !== 0) {
    say(`\nThe demo stopped: paddock ${words[0]} ended with exit status ${status}.`);
    process.exit(status);
  }
}

/** Facts that differ when anything was started, stopped or made anew. */
async function fingerprint() {
  const { status, stdout } = await run([process.execPath, program, 'status', '--json'], {
    env,
    cwd: root,
    capture: true,
  });
  if (status !== 0) return null;
  return JSON.stringify(JSON.parse(stdout).nodes.map(({ name, pid, ssh, observed }) => ({ name, pid, ssh, observed })));
}

async function setUp() {
  const { status } = await run([join(root, '.ci', 'setup.sh')], { env, cwd: root, timeoutMs: 1_800_000 });
  if (status !== 0) process.exit(status);
}

async function down() {
  await setUp();
  await paddock('destroy', '--yes');
  say('\nThe machines of the demo are gone; what was kept is named above, and a new demo takes it over.');
}

async function up() {
  const started = Date.now();
  await setUp();
  const before = await fingerprint();
  await paddock('plan', '-f', manifest);
  await paddock('up', '-f', manifest);
  await paddock('status');
  for (const from of nodes) {
    for (const to of nodes.filter((node) => node !== from)) {
      await paddock('exec', from.name, '--', 'ping', '-c', '1', '-W', '10', to.address);
    }
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const unchanged = before !== null && before === (await fingerprint());
  say(
    unchanged
      ? `\nNothing changed: both machines were up already (${seconds} s).`
      : `\nBoth machines are up and reach each other by their fixed addresses (${seconds} s).`,
  );
  say('\nTry next, in this folder:');
  say(`  export PADDOCK_HOME=$PWD/${relative(root, home)} PADDOCK_CACHE=$PWD/${relative(root, cache)}`);
  say('  npx paddock ssh meta');
  say('  npx paddock exec node-1 -- uname -a');
  say(`  npx paddock plan -f ${manifest}    # after an edit of that file`);
  say('  npm run demo -- --down');
}

const options = process.argv.slice(2);
if (options.length === 0) await up();
else if (options.length === 1 && options[0] === '--down') await down();
else {
  process.stderr.write(`demo: unknown option ${options.join(' ')}; the only one is --down\n`);
  process.exit(2);
}
