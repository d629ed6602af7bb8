import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guestScripts } from '../../../src/core/guest/guest-script.ts';

const shipped = join(import.meta.dirname, '../../../qemu/guest');
const present = process.platform === 'linux' && spawnSync('python3', ['--version']).status === 0;
if (!present) process.stdout.write('skipped: what is read of cloud-init, for want of python3 on Linux\n');

let root = '';

/** A guest that is a folder, in which cloud-init has done its work. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'paddock-user-data-'));
  for (const folder of ['bin', 'run', 'var/log', 'work']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'bin', 'cloud-init'), '#!/bin/sh\n');
  chmodSync(join(root, 'bin', 'cloud-init'), 0o755);
  writeFileSync(join(root, 'run', 'result.json'), '{}');
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** The lines of the stage, with what failed by stage and what stands in cloud-init's log of outputs. */
function setUp(errors: { readonly [stage: string]: readonly string[] }, log: readonly string[] | null): string[] {
  const stages = Object.entries(errors).map(
    ([stage, each]) => [stage, { errors: each, start: 1, finished: 2 }] as const,
  );
  writeFileSync(
    join(root, 'run', 'status.json'),
    JSON.stringify({ v1: { ...Object.fromEntries(stages), stage: null } }),
  );
  if (log !== null) writeFileSync(join(root, 'var/log/cloud-init-output.log'), `${log.join('\n')}\n`);
  const text = guestScripts['set-up'].map((name) => readFileSync(join(shipped, `${name}.sh`), 'utf8')).join('\n');
  const moved = text
    .replaceAll('/run/cloud-init/', `${root}/run/`)
    .replaceAll('/var/log/', `${root}/var/log/`)
    .replaceAll('/var/lib/paddock', `${root}/var/paddock`);
  writeFileSync(join(root, 'work/script'), moved);
  const input = 'paddock-set-up 1\nuuid u\nspec-hash h\nuser dba\nstage user_data d\nuser-data abc\n';
  const env = { ...process.env, PATH: `${root}/bin:${process.env['PATH'] ?? ''}`, LC_ALL: 'C' };
  const ran = spawnSync('sh', [join(root, 'work/script')], { input, env, encoding: 'utf8', timeout: 60_000 });
  return `${ran.stdout}${ran.stderr}`.trimEnd().split('\n');
}

const begin = (stage: string) =>
  `Cloud-init v. 22.4.2 running '${stage}' at Mon, 01 Jan 2026 00:00:00 +0000. Up 9 seconds.`;
const own = (level: string, text: string) => `2026-01-01 00:00:00,123 - util.py[${level}]: ${text}`;
const scripts = "('scripts_user', RuntimeError('Runparts: 1 failures (user-data) in 1 attempted commands'))";
const warned = (text: string) => [`warning user_data cloud-init ${text}`, 'done user_data limited d'];

describe.skipIf(!present)('user data', () => {
  it('that did its work is none of our business', () => {
    expect(setUp({ init: [], 'modules-final': [] }, [begin('modules:final'), 'hello'])).toEqual([
      'done user_data ok d',
    ]);
  });

  it('that failed is told by stage, with the last line that its program wrote', () => {
    const log = [
      begin('init'),
      'not of this stage',
      begin('modules:final'),
      'first',
      '  gr\u00fc\u00dfe from \tthe script  ',
      '',
      own('WARNING', 'Failed running /var/lib/cloud/instance/scripts/user-data [3]'),
      own('WARNING', 'Running module scripts-user failed'),
      'of something that ran later',
      'Cloud-init v. 22.4.2 finished at Mon, 01 Jan 2026 00:00:00 +0000. Datasource DataSourceNoCloud',
      'after it',
    ];
    expect(setUp({ init: [], 'modules-final': [scripts] }, log)).toEqual(
      warned(`modules-final: ${scripts}; its last output: gr\u00fc\u00dfe from the script`),
    );
  });

  it('is judged by the boot that was last', () => {
    const fails = own('WARNING', 'Failed running user-data [3]');
    const log = [begin('modules:final'), 'earlier', fails, begin('modules:final'), 'later', fails];
    expect(setUp({ 'modules-final': [scripts] }, log)[0]).toContain('; its last output: later');
    const silent = [begin('modules:final'), 'earlier', fails, begin('modules:final'), fails];
    expect(setUp({ 'modules-final': [scripts] }, silent)).toEqual(warned(`modules-final: ${scripts}`));
  });

  it('is told without an output where there is none, and of an unknown stage', () => {
    expect(setUp({ 'modules-final': [scripts] }, null)).toEqual(warned(`modules-final: ${scripts}`));
    expect(setUp({ odd: ['boom'] }, ['outside', begin('modules:final'), 'inside'])).toEqual(warned('odd: boom'));
  });

  it('that says very much is cut, and stays one line', () => {
    const [warning = ''] = setUp({ init: [`a\n${'e'.repeat(500)}`] }, [begin('init'), 'o'.repeat(500)]);
    expect(warning).toMatch(/^warning user_data cloud-init init: e{100,150}; its last output: o{100,130}$/u);
    expect(warning.length).toBeLessThan(310);
  });

  it('that was not read for want of its state is a warning too', () => {
    setUp({}, null);
    rmSync(join(root, 'run', 'status.json'));
    writeFileSync(join(root, 'run', 'status.json'), 'no json');
    const ran = spawnSync('sh', [join(root, 'work/script')], {
      input: 'paddock-set-up 1\nuuid u\nspec-hash h\nuser dba\nstage user_data d\nuser-data abc\n',
      env: { ...process.env, PATH: `${root}/bin:${process.env['PATH'] ?? ''}` },
      encoding: 'utf8',
    });
    expect(ran.stdout).toMatch(
      /^warning user_data what cloud-init did cannot be read \(json\.decoder\.JSONDecodeError/u,
    );
  });
});
