import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureSocketFolder } from '../../src/qemu/ensure-socket-folder.ts';
import { temporaryHome } from '../fakes/temporary-home.ts';

const asRoot = process.getuid?.() === 0;
const stranger = 65_534;

function runtime(): { readonly base: string; readonly socket: string } {
  const base = temporaryHome('paddock-1000');
  return { base, socket: join(base, 'paddock/0a1b2c3d/00000000.qmp') };
}

function refused(path: string) {
  return { ok: false, failures: [{ reason: 'foreign_file', path, kind: 'folder of another user' }] };
}

describe('the folder of a socket', () => {
  it('is made for this user alone, parents too, and may be there already', () => {
    const { base, socket } = runtime();
    const umask = process.umask(0);
    expect(ensureSocketFolder(socket).ok).toBe(true);
    process.umask(umask);
    for (const folder of [base, dirname(dirname(socket)), dirname(socket)])
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(ensureSocketFolder(socket).ok).toBe(true);
  });

  it('may stand in a folder like /tmp, where nobody touches what is not their own', () => {
    const { base, socket } = runtime();
    mkdirSync(base);
    chmodSync(base, 0o1777);
    expect(ensureSocketFolder(socket).ok).toBe(true);
  });

  it('is refused where others may write', () => {
    const { base, socket } = runtime();
    mkdirSync(join(base, 'paddock'), { recursive: true });
    chmodSync(join(base, 'paddock'), 0o777);
    expect(ensureSocketFolder(socket)).toEqual(refused(join(base, 'paddock')));
    chmodSync(join(base, 'paddock'), 0o700);
    chmodSync(base, 0o777);
    expect(ensureSocketFolder(socket)).toEqual(refused(base));
  });

  it('is refused when it is a link', () => {
    const { base, socket } = runtime();
    mkdirSync(join(base, 'paddock'), { recursive: true });
    mkdirSync(join(base, 'elsewhere'));
    symlinkSync(join(base, 'elsewhere'), dirname(socket));
    expect(ensureSocketFolder(socket)).toEqual(refused(dirname(socket)));
  });

  it.skipIf(!asRoot)('is refused below a folder that somebody else made before us (tried as root only)', () => {
    const { base, socket } = runtime();
    mkdirSync(base);
    chownSync(base, stranger, stranger);
    expect(ensureSocketFolder(socket)).toEqual(refused(base));
    chownSync(base, 0, 0);
    chownSync(join(base, 'paddock'), stranger, stranger);
    expect(ensureSocketFolder(socket)).toEqual(refused(join(base, 'paddock')));
  });
});
