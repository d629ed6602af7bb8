import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSshConfigFiles } from '../../../src/host/ssh-config-files.ts';
import { describeFailure } from '../../../src/core/failure-text.ts';

let folder = '';
let home = '';
let config = '';

const files = () => createSshConfigFiles({ absolute: (relative) => join(folder, 'lab', relative) });
const line = () => `Include "${join(folder, 'lab', 'keys', 'ssh_config')}"`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paddock-ssh-'));
  home = join(folder, 'user');
  config = join(home, '.ssh', 'config');
  mkdirSync(home);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** What stands below the person's home, with modes, bytes and targets of links. */
function tree(path = home): unknown {
  const facts = lstatSync(path);
  if (facts.isSymbolicLink()) return ['link', readlinkSync(path)];
  const mode = facts.mode & 0o7777;
  if (!facts.isDirectory()) return [mode, readFileSync(path, 'latin1')];
  return [mode, Object.fromEntries(readdirSync(path).map((name) => [name, tree(join(path, name))]))];
}

function writeConfig(bytes: string | Buffer, mode = 0o600): void {
  mkdirSync(join(home, '.ssh'), { mode: 0o700, recursive: true });
  writeFileSync(config, bytes);
  chmodSync(config, mode);
}

describe('a configuration that is a plain file', () => {
  it.each([
    ['with Host * first', 'Host *\n  User root\n'],
    ['with CRLF', 'Host *\r\n  User root\r\n'],
    ['without a last line end', 'Host x\n  Port 22'],
    ['with a byte order mark', '\ufeffHost x\n'],
    ['with bytes that are no UTF-8', Buffer.from([0x23, 0xff, 0xfe, 0x0a, 0x00])],
    ['that is empty', ''],
    ['with a mode of its own', '# mine\n'],
  ])('%s gets its line at the top, and is the same file again afterwards', async (what, bytes) => {
    writeConfig(bytes, what.includes('mode') ? 0o644 : 0o600);
    const before = tree();
    await files().write('# the lab\n');
    expect(await files().include(config)).toEqual({ ok: true, value: 'included' });
    const text = readFileSync(config);
    expect(text.toString('latin1').split(/\r?\n/)[1]).toBe(line());
    expect(text.subarray(text.length - Buffer.from(bytes).length)).toEqual(Buffer.from(bytes));
    expect(statSync(config).mode & 0o777).toBe(what.includes('mode') ? 0o644 : 0o600);
    expect(await files().include(config)).toEqual({ ok: true, value: 'was_there' });
    expect(readFileSync(config)).toEqual(text);
    expect(await files().exclude(config)).toEqual({ ok: true, value: 'excluded' });
    expect(tree()).toEqual(before);
    expect(await files().current()).toEqual({ ok: true, value: null });
  });

  it('keeps what the person has written since', async () => {
    writeConfig('Host a\n');
    await files().include(config);
    writeFileSync(config, `${readFileSync(config, 'utf8')}Host b\n`);
    await files().exclude(config);
    expect(readFileSync(config, 'utf8')).toBe('Host a\nHost b\n');
  });
});

describe('our lines that stand there more than once', () => {
  it('all go, with their remarks, and nothing else does', async () => {
    writeConfig('Host a\n');
    const before = tree();
    await files().include(config);
    const [remark = '', include = '', ...rest] = readFileSync(config, 'utf8').split(/(?<=\n)/);
    writeFileSync(config, [remark, include, ...rest, remark, include, include].join(''), { mode: 0o600 });
    expect(await files().exclude(config)).toEqual({ ok: true, value: 'excluded' });
    expect(tree()).toEqual(before);
    expect(await files().exclude(config)).toEqual({ ok: true, value: 'was_not_there' });
  });

  it('go with the file that was made for them', async () => {
    const before = tree();
    await files().include(config);
    const text = readFileSync(config, 'utf8');
    writeFileSync(config, `${line()}\n${text}${text}`);
    await files().exclude(config);
    expect(tree()).toEqual(before);
  });
});

describe('a configuration that is not there', () => {
  it('is made, with its folder, private, and both are gone afterwards', async () => {
    const before = tree();
    expect(await files().include(config)).toEqual({ ok: true, value: 'included' });
    expect([statSync(config).mode & 0o777, statSync(join(home, '.ssh')).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(await files().exclude(config)).toEqual({ ok: true, value: 'excluded' });
    expect(tree()).toEqual(before);
  });

  it('leaves a folder that was there, and one with other files', async () => {
    mkdirSync(join(home, '.ssh'), { mode: 0o700 });
    const before = tree();
    await files().include(config);
    await files().exclude(config);
    expect(tree()).toEqual(before);
    rmSync(join(home, '.ssh'), { recursive: true });
    await files().include(config);
    writeFileSync(join(home, '.ssh', 'known_hosts'), '');
    await files().exclude(config);
    expect(readdirSync(join(home, '.ssh'))).toEqual(['known_hosts']);
  });

  it('stays where the person has put something into it', async () => {
    await files().include(config);
    writeFileSync(config, `${readFileSync(config, 'utf8')}Host mine\n`);
    await files().exclude(config);
    expect(readFileSync(config, 'utf8')).toBe('Host mine\n');
  });
});

describe('what is left alone, byte for byte', () => {
  const elsewhere = () => join(home, 'dotfiles');
  const cases: readonly (readonly [string, string, () => void])[] = [
    [
      'a relative link',
      'symbolic link',
      () => {
        writeFileSync(elsewhere(), 'Host *\n');
        mkdirSync(join(home, '.ssh'));
        symlinkSync('../dotfiles', config);
      },
    ],
    [
      'a dangling link',
      'symbolic link',
      () => {
        mkdirSync(join(home, '.ssh'));
        symlinkSync('/nowhere/config', config);
      },
    ],
    [
      'a loop of links',
      'symbolic link',
      () => {
        mkdirSync(join(home, '.ssh'));
        symlinkSync('config', config);
      },
    ],
    [
      'a hard link',
      'second name',
      () => {
        writeConfig('Host *\n');
        linkSync(config, elsewhere());
      },
    ],
    [
      'a read-only file',
      'read-only',
      () => {
        writeConfig('Host *\n', 0o400);
      },
    ],
    [
      'a file in a read-only folder',
      'read-only',
      () => {
        writeConfig('Host *\n');
        chmodSync(join(home, '.ssh'), 0o500);
      },
    ],
    [
      'a folder in its place',
      'no regular file',
      () => {
        mkdirSync(config, { recursive: true });
      },
    ],
    [
      'a .ssh that is a link',
      'a link to one',
      () => {
        mkdirSync(elsewhere());
        symlinkSync('dotfiles', join(home, '.ssh'));
      },
    ],
    [
      'a .ssh that is a file',
      'is no folder',
      () => {
        writeFileSync(join(home, '.ssh'), '');
      },
    ],
  ];

  it.each(cases)('%s', async (_what, why, make) => {
    make();
    const before = tree();
    const included = await files().include(config);
    expect(included).toMatchObject({ ok: false, failures: [{ reason: 'ssh_config_left_alone', line: line() }] });
    const message = included.ok ? '' : included.failures.map((each) => describeFailure(each).message).join();
    expect(message).toContain(why);
    expect(message).toContain(`put this line at its top: ${line()}`);
    expect(await files().exclude(config)).toEqual({ ok: true, value: 'was_not_there' });
    expect(tree()).toEqual(before);
    chmodSync(join(home, '.ssh'), 0o700);
  });

  it('a home that is not there', async () => {
    rmSync(home, { recursive: true });
    expect(await files().include(config)).toMatchObject({ ok: false, failures: [{ reason: 'ssh_config_left_alone' }] });
    expect(existsSync(home)).toBe(false);
    mkdirSync(home);
  });

  it('a link whose target has the line: it is there, and the person takes it out', async () => {
    writeFileSync(elsewhere(), `${line()}\n`);
    mkdirSync(join(home, '.ssh'));
    symlinkSync('../dotfiles', config);
    const before = tree();
    await files().write('# the lab\n');
    expect(await files().include(config)).toEqual({ ok: true, value: 'was_there' });
    const excluded = await files().exclude(config);
    expect(excluded).toMatchObject({ ok: false, failures: [{ todo: 'remove', line: line() }] });
    expect(tree()).toEqual(before);
    expect(await files().current()).toEqual({ ok: true, value: '# the lab\n' });
  });
});
