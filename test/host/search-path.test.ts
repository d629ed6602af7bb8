import { expect, test } from 'vitest';
import { createHostPackages } from '../../src/host/host-packages.ts';
import { createGuest } from '../../src/host/guest.ts';
import { createPrograms } from '../../src/host/run-program.ts';
import { searchPath } from '../../src/host/search-path.ts';
import type { GuestWorld } from '../../src/host/guest-world.ts';

test('the folders of PATH come first, relative ones never, and the usual ones last and once', () => {
  const folders = searchPath('/opt/own:relative:.::/usr/sbin').split(':');
  expect(folders.slice(0, 2)).toEqual(['/opt/own', '/usr/sbin']);
  expect(folders).toEqual(expect.arrayContaining(['/usr/bin', '/bin', '/sbin', '/usr/libexec']));
  expect(folders.filter((folder) => folder === '/usr/sbin')).toHaveLength(1);
  expect(folders.every((folder) => folder.startsWith('/'))).toBe(true);
});

test('with a PATH that lacks them, programs of the usual folders are found, and run', async () => {
  const before = process.env['PATH'];
  process.env['PATH'] = '/nonexistent';
  try {
    const programs = createPrograms();
    const request = { executable: 'sh', arguments: ['-c', 'exit 3'] };
    expect(await programs.run({ ...request, timeoutMs: 5000, accept: [3] })).toMatchObject({ ok: true });
    expect(await programs.attach({ ...request, signal: new AbortController().signal })).toEqual({
      ok: true,
      value: 3,
    });
    const packages = createHostPackages({
      ...{ programs, searchPath: searchPath(process.env['PATH']), arch: 'amd64', isRoot: true },
    });
    const missing = packages.missing([{ tool: 'ssh-keygen', packages: ['x'], purpose: 'machines' }]).length;
    // Each judges for itself whether there is one, and both alike.
    const reached = createGuest({ programs } as unknown as GuestWorld).tools();
    const lacks = reached.ok ? [] : reached.failures.flatMap((each) => ('tool' in each ? [each.tool] : []));
    expect(lacks.includes('ssh-keygen')).toBe(missing > 0);
  } finally {
    process.env['PATH'] = before;
  }
});
