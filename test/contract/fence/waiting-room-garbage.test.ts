import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type FakeLab, openFakeLab } from '../../crash/fake-lab.ts';
import { temporaryHome } from '../../fakes/temporary-home.ts';
import { until } from '../../real/lab/until.ts';
import { fenceHolders } from './fence-holders.ts';

/** Epochs that a test comes by. */
const epochs = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const precious = 'precious\n';

const start = fenceHolders();

type Litter = (waiting: string) => void;

/** Stands where the place of each epoch would. */
const inPlaces =
  (put: (path: string) => void): Litter =>
  (waiting) => {
    mkdirSync(waiting, { recursive: true });
    for (const epoch of epochs) put(join(waiting, `${String(epoch)}.lock`));
  };

/** Stands where the waiting room itself would. */
const inRoom =
  (put: (path: string) => void): Litter =>
  (waiting) => {
    mkdirSync(dirname(waiting), { recursive: true });
    put(waiting);
  };

const file = (path: string): void => {
  writeFileSync(path, precious);
};
const pipe = (path: string): void => {
  spawnSync('mkfifo', [path]);
};
const link = (to: string) => (path: string) => {
  symlinkSync(to, path);
};
const fullFolder = (path: string): void => {
  mkdirSync(path);
  file(join(path, 'notes'));
};
const lockedFolder = (path: string): void => {
  fullFolder(path);
  chmodSync(path, 0);
};

const litters: { readonly [name: string]: Litter } = {
  'folders that others left in the places': inPlaces((path) => {
    mkdirSync(path);
  }),
  'folders with files in them in the places': inPlaces(fullFolder),
  'folders that cannot be read in the places': inPlaces(lockedFolder),
  'files in the places': inPlaces(file),
  'pipes in the places': inPlaces(pipe),
  'links that lead nowhere in the places': inPlaces(link('/nonexistent/place')),
  'links to themselves in the places': inPlaces((path) => {
    symlinkSync(path, path);
  }),
  'links to a folder in the places': inPlaces(link('/tmp')),
  'a file for a room': inRoom(file),
  'a pipe for a room': inRoom(pipe),
  'a room that cannot be read': inRoom(lockedFolder),
  'a link that leads nowhere for a room': inRoom(link('/nonexistent/room')),
  'a link to itself for a room': inRoom((path) => {
    symlinkSync(path, path);
  }),
  'names that look like places': (waiting) => {
    mkdirSync(waiting, { recursive: true });
    const names = [
      '-1.lock',
      '1e9.lock',
      '00001.lock',
      'NaN.lock',
      '.lock',
      '1.lock ',
      '9'.repeat(200) + '.lock',
      'a\nb',
    ];
    for (const name of names) fullFolder(join(waiting, name));
    for (let count = 100; count < 1100; count += 1) file(join(waiting, `${String(count)}.lock`));
  },
};

/** How long commands wait for the fence of this home, one after the other. */
async function waits(home: string, commands: number): Promise<readonly number[]> {
  const waited: number[] = [];
  for (let count = 0; count < commands; count += 1) {
    const command = start(home, 'release');
    expect(await command.exited).toBe(0);
    waited.push(Number(/owner \d+ after (\d+) ms/u.exec(command.output())?.[1]));
  }
  return waited;
}

/** Of up to three, because the host may have other things to do; what is blocked is blocked every time. */
async function shortestWait(home: string): Promise<number> {
  let shortest = Infinity;
  for (let tries = 0; tries < 3 && shortest > 900; tries += 1) {
    shortest = Math.min(shortest, ...(await waits(home, 1)));
  }
  return shortest;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

test('no garbage in the waiting room keeps anybody for a second, and none of it is taken away', async () => {
  const unblocked = median(await waits(temporaryHome(), 3));
  for (const [name, litter] of Object.entries(litters)) {
    const home = temporaryHome();
    litter(join(home, 'waiting'));
    const before = namesIn(join(home, 'waiting'));
    expect((await shortestWait(home)) - unblocked, name).toBeLessThan(1000);
    // Empty folders of epochs that are over are what commands leave that died.
    if (!name.startsWith('folders that others')) expect(namesIn(join(home, 'waiting')), name).toEqual(before);
  }
});

test('a command that died with the deployment keeps nobody for a second', async () => {
  const home = temporaryHome();
  const unblocked = median(await waits(home, 3));
  const waited: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const dead = start(home, 'keep');
    await until('it to own the deployment', () => dead.output().includes('owner'));
    dead.child.kill('SIGKILL');
    await dead.exited;
    waited.push(...(await waits(home, 1)));
  }
  expect(median(waited) - unblocked).toBeLessThan(1000);
});

/** All that stands there, with what is in its files, in the order of its names. */
function namesIn(folder: string): string {
  const listed = spawnSync('find', [folder, '-printf', '%P %y %l\n'], { encoding: 'utf8' });
  return listed.stdout.split('\n').sort().join('\n');
}

let lab: FakeLab | null = null;

afterAll(() => lab?.close());

test('commands with the worst of it in the way end as they do without', async () => {
  lab = await openFakeLab(`all:
  vars: { vm_image: local-empty, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  hosts: { 10.10.10.10: { nodename: meta } }
`);
  const waiting = join(lab.lab.home, 'waiting');
  inPlaces(fullFolder)(waiting);
  for (const words of [['up'], ['stop'], ['start'], ['destroy', '--yes']]) {
    const ended = await lab.lab.run([...words, '--json'], lab);
    expect([ended.exit, words], ended.stderr).toEqual([0, words]);
    expect(ended.stderr).not.toContain('waiting for up');
  }
  expect(readFileSync(join(waiting, '1.lock', 'notes'), 'utf8')).toBe(precious);
});
