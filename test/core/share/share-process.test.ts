import { expect, it } from 'vitest';
import { shareCommand, type ShareProcess } from '../../../src/core/share/share-process.ts';
import { readShareServer } from '../../../src/core/share/share-server.ts';

const inC = readShareServer(
  { executable: '/usr/lib/qemu/virtiofsd', asRoot: true },
  'usage: virtiofsd\n  -o source=PATH\n',
);
const inRust = readShareServer(
  { executable: '/usr/libexec/virtiofsd', asRoot: false },
  'Options:\n      --shared-dir <SHARED_DIR>\n      --readonly\n          Set up a read-only share\n',
);

function share(changes: Partial<ShareProcess>): ShareProcess {
  return { server: inC, source: '/srv/a', readonly: false, socket: '/run/p/x.fs0', logFile: '/l', ...changes };
}

it('tells the two servers and what they can do apart', () => {
  expect(inC).toMatchObject({ kind: 'c', refusesWrites: false });
  expect(inRust).toMatchObject({ kind: 'rust', refusesWrites: true });
});

it('keeps a comma and a backslash in a path', () => {
  expect(shareCommand(share({ source: '/srv/a,b\\c' }))).toEqual({
    executable: '/usr/lib/qemu/virtiofsd',
    argv: ['-f', '--socket-path=/run/p/x.fs0', '-o', 'source=/srv/a\\,b\\\\c'],
  });
});

it('puts a server that cannot refuse writes behind a read-only mount, with the path as a word of its own', () => {
  const { executable, argv } = shareCommand(share({ readonly: true, source: '/srv/$(a) b' }));
  expect(executable).toBe('/usr/bin/unshare');
  expect(argv.slice(0, 3)).toEqual(['--mount', '--propagation', 'private']);
  expect(argv.slice(6)).toEqual([
    'sh',
    '/srv/$(a) b',
    '/usr/lib/qemu/virtiofsd',
    '-f',
    '--socket-path=/run/p/x.fs0',
    '-o',
    'source=/srv/$(a) b',
  ]);
});

it('lets a server refuse writes that can, and asks for no namespace that an ordinary user may lack', () => {
  expect(shareCommand(share({ server: inRust, readonly: true })).argv).toEqual([
    '--socket-path=/run/p/x.fs0',
    '--shared-dir=/srv/a',
    '--sandbox=none',
    '--readonly',
  ]);
  expect(shareCommand(share({ server: { ...inRust, asRoot: true } })).argv).toEqual([
    '--socket-path=/run/p/x.fs0',
    '--shared-dir=/srv/a',
  ]);
});
