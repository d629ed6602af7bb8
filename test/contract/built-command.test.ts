import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const program = join(root, 'dist', 'paddock.cjs');
const folder = mkdtempSync(join(tmpdir(), 'paddock-built-'));

function shell(line: string) {
  const env = { ...process.env, P: program, PADDOCK_HOME: join(folder, 'home') };
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: folder, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

beforeAll(() => {
  const built = spawnSync(process.execPath, [join(root, '.ci', 'build.mjs'), '--if-stale'], { encoding: 'utf8' });
  expect(built.stderr).toBe('');
  writeFileSync(
    join(folder, 'paddock.yml'),
    'all: { hosts: { 10.10.10.10: { nodename: meta, vm_image: local-mini } } }\n',
  );
}, 60_000);

describe('the built command', () => {
  it('is a small file that starts it, the program with its compiled form, and the chunk of the live view', () => {
    const files = ['paddock.cjs', 'program.cache', 'program.cjs', 'tui.mjs'];
    expect(readdirSync(join(root, 'dist')).toSorted()).toEqual(files);
    expect(statSync(program).size).toBeLessThan(10_000);
  });

  it('answers --version, alone and beside others', () => {
    expect(shell('node $P --version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(JSON.parse(shell('node $P --json --version').stdout)).toHaveProperty('version');
  });

  it.each([
    'node $P help | head -1',
    'node $P plan --json | head -1',
    'node $P --version | true',
    'node $P help >&-',
    'node $P plan --nope 2>&-',
    'node $P help > /dev/full',
    'node $P --version > /dev/full',
  ])('leaves no stack trace: %s', (line) => {
    expect(shell(line).stderr).not.toMatch(/^\s+at |node:internal|Error:/m);
  });

  it.each([
    'status',
    'plan',
    'up',
    'start',
    'stop',
    'destroy --yes',
    'purge --yes',
    'logs meta',
    'ssh meta',
    'exec meta -- true',
    'image list',
  ])('says the same of a home that is a file: %s', (command) => {
    writeFileSync(join(folder, 'file'), '');
    const { stdout, stderr } = shell(`node $P --home file ${command}`);
    expect({ stdout, stderr }).toEqual({
      stdout: '',
      stderr: `error: ${join(folder, 'file')}: is not a folder, so it cannot be the home of a lab; name a folder of yours with --home or PADDOCK_HOME\n`,
    });
  });

  it('plans without loading what starts programs', () => {
    const spy = join(folder, 'spy.cjs');
    writeFileSync(spy, "process.on('exit', () => process.stderr.write(process.moduleLoadList.join('\\n')));");
    const { status, stderr } = shell(`node -r ${spy} $P plan`);
    expect(status).toBe(0);
    expect(stderr).toContain('NativeModule fs');
    expect(stderr).not.toMatch(/^NativeModule (child_process|readline|tls)$/m);
  });
});
