import { userInfo } from 'node:os';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { socketPathLimit } from '../../src/core/qemu/socket-path-limit.ts';
import { createLayout, type LayoutOptions } from '../../src/host/layout.ts';
import { testUuid } from '../fakes/model-document.ts';
import { temporaryHome } from '../fakes/temporary-home.ts';

function layout(options: Partial<LayoutOptions> = {}) {
  const made = createLayout({ env: { HOME: '/home/ann' }, home: null, cwd: '/work', uid: 1000, ...options });
  if (!made.ok) throw new Error(JSON.stringify(made.failures));
  return made.value;
}

describe('the layout', () => {
  it('stands in the home of the user', () => {
    expect(layout()).toMatchObject({ home: '/home/ann/.paddock', cache: '/home/ann/.cache/paddock' });
  });

  it.each([
    ['--home before PADDOCK_HOME', { home: '/a', env: { PADDOCK_HOME: '/b' } }, '/a'],
    ['PADDOCK_HOME', { env: { PADDOCK_HOME: '/b', HOME: '/home/ann' } }, '/b'],
    ['an empty variable as none', { env: { PADDOCK_HOME: '', HOME: '/home/ann' } }, '/home/ann/.paddock'],
    ['an empty HOME as none', { env: { HOME: '' } }, `${userInfo().homedir}/.paddock`],
    ['a relative home from the current folder', { home: 'lab' }, '/work/lab'],
    ['spaces, commas, quotes and other letters', { home: '/a b,c\'d"é' }, '/a b,c\'d"é'],
  ])('takes %s', (_, options, home) => {
    expect(layout(options).home).toBe(home);
  });

  it.each([
    ['PADDOCK_CACHE', { PADDOCK_CACHE: '/c', XDG_CACHE_HOME: '/x', HOME: '/h' }, '/c'],
    ['XDG_CACHE_HOME', { XDG_CACHE_HOME: '/x', HOME: '/h' }, '/x/paddock'],
    ['no relative XDG_CACHE_HOME', { XDG_CACHE_HOME: 'x', HOME: '/h' }, '/h/.cache/paddock'],
  ])('takes %s for the cache', (_, env, cache) => {
    expect(layout({ env }).cache).toBe(cache);
  });

  it('needs the current folder for a relative home only', () => {
    expect(layout({ cwd: null }).home).toBe('/home/ann/.paddock');
    expect(createLayout({ env: { HOME: '/h' }, home: 'lab', cwd: null, uid: 0 })).toMatchObject({
      ok: false,
      failures: [{ reason: 'file_error' }],
    });
  });

  it('makes recorded paths absolute', () => {
    const paths = layout();
    expect(paths.absolute('disks/x.qcow2')).toBe('/home/ann/.paddock/disks/x.qcow2');
  });

  it('has short sockets whatever the home is called', () => {
    const sockets = layout({ home: `/${'long/'.repeat(50)}` }).sockets(testUuid(1));
    for (const path of Object.values(sockets) as readonly string[]) {
      expect(path).toMatch(/^\/tmp\/paddock-1000\/paddock\/[0-9a-f]{8}\/00000000\.[a-z]+$/);
      expect(Buffer.byteLength(path)).toBeLessThan(socketPathLimit);
    }
    expect(new Set(Object.values(sockets)).size).toBe(4);
  });

  it('has sockets of its own for every home, in the runtime folder of the session', () => {
    const env = { HOME: '/h', XDG_RUNTIME_DIR: '/run/user/1000' };
    const [one, two] = ['/a', '/b'].map((home) => dirname(layout({ env, home }).sockets(testUuid(1)).monitor));
    expect(one).toMatch(/^\/run\/user\/1000\/paddock\/[0-9a-f]{8}$/);
    expect(one).not.toBe(two);
  });

  it('has the same sockets for a home that is reached through a link', () => {
    const real = temporaryHome();
    mkdirSync(real);
    symlinkSync(real, `${real}-link`);
    expect(layout({ home: `${real}-link/lab` }).sockets(testUuid(1))).toEqual(
      layout({ home: `${real}/lab` }).sockets(testUuid(1)),
    );
  });

  it('finds sockets that another session has made, but not those of another user', () => {
    const uid = process.getuid?.() ?? 0;
    const home = temporaryHome();
    const [session, other] = [temporaryHome('session'), temporaryHome('other')];
    const from = (runtime: string | undefined, user = uid) =>
      dirname(layout({ home, uid: user, env: { HOME: '/h', XDG_RUNTIME_DIR: runtime } }).sockets(testUuid(1)).monitor);
    const fallback = from(undefined);
    onTestFinished(() => {
      rmSync(fallback, { recursive: true, force: true });
    });
    mkdirSync(fallback, { recursive: true });
    expect([from(session), from(other)]).toEqual([fallback, fallback]);
    expect(from(session, uid + 1)).toBe(`${session}/paddock/${basename(fallback)}`);
    mkdirSync(from(session, uid + 1), { recursive: true });
    expect([from(session), from(undefined)]).toEqual([`${session}/paddock/${basename(fallback)}`, fallback]);
  });
});
