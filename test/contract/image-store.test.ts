import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClock } from '../../src/host/clock.ts';
import { createImageStore } from '../../src/host/image-store.ts';
import { processWords } from '../../src/host/process-words.ts';
import { createProcesses } from '../../src/host/processes.ts';
import { createPrograms } from '../../src/host/run-program.ts';
import type { ImageStore, StoredImage } from '../../src/ports/image-store.ts';
import { inspectImage } from '../../src/qemu/inspect-image.ts';
import type { Result } from '../../src/core/result.ts';

const present = spawnSync('qemu-img', ['--version']).status === 0;
if (!present) process.stdout.write('skipped: the image store, for want of qemu-img\n');

const programs = createPrograms();
const processes = createProcesses();
const signal = new AbortController().signal;

let folder = '';
let store: ImageStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paddock images, "ü" '));
  mkdirSync(join(folder, 'recipes/tiny'), { recursive: true });
  writeFileSync(join(folder, 'recipes/tiny/recipe.json'), '{ "summary": "x", "boot": "bios" }');
  recipe('echo making; qemu-img create -q -f qcow2 "$1" 8M');
  store = createImageStore({
    folder: join(folder, 'cache'),
    recipes: join(folder, 'recipes'),
    hostArch: 'amd64',
    programs,
    clock: createClock(),
    processes,
    inspect: (file) =>
      inspectImage(file, {
        programs,
        searchPath: process.env['PATH'] ?? '',
        platform: 'linux',
        arch: 'amd64',
      } as Parameters<typeof inspectImage>[1]),
  });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function recipe(script: string): void {
  writeFileSync(join(folder, 'recipes/tiny/build.sh'), script);
}

function qcow2(name: string, ...words: readonly string[]): string {
  const file = join(folder, name);
  execFileSync('qemu-img', ['create', '-q', '-f', 'qcow2', ...words, name, '16M'], { cwd: folder });
  return file;
}

/** qemu-img times the making of the key, and gives up where the kernel's clock for that stood still meanwhile. */
function encrypted(name: string): string {
  const secret = [
    '--object',
    'secret,id=s,data=x',
    '-o',
    'encrypt.format=luks,encrypt.key-secret=s,encrypt.iter-time=10',
  ];
  for (let tries = 1; ; tries += 1) {
    try {
      return qcow2(name, ...secret);
    } catch (error) {
      if (tries === 20 || !String(error).includes('accurate CPU usage')) throw error;
    }
  }
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failures));
  return result.value;
}

const reasons = (result: Result<unknown>): readonly string[] =>
  result.ok ? [] : result.failures.map((each) => each.reason);
const importing = (file: string, name = 'one') => store.importFile({ file, name, arch: 'amd64', boot: 'both' });
const building = (options: { readonly force?: boolean; readonly onLine?: (line: string) => void } = {}) =>
  store.build('tiny', { onLine: () => undefined, signal, force: false, ...options });
const images = (): readonly string[] => readdirSync(join(folder, 'cache/images')).toSorted();

describe.skipIf(!present)('the image store', () => {
  it('is empty before there is a cache, and makes none by reading', async () => {
    expect(await store.list()).toEqual({ ok: true, value: { images: [], damagedRecords: [] } });
    expect(reasons(await store.resolve('local-none', 'amd64'))).toEqual(['image_unknown']);
    expect(() => statSync(join(folder, 'cache'))).toThrow();
  });

  it('imports a qcow2 image read-only, and finds it again', async () => {
    const image = valueOf(await importing(qcow2('source.qcow2')));
    expect(image).toMatchObject({ alias: 'local-one', virtualSizeBytes: 16 * 1024 * 1024, boot: 'both' });
    expect(statSync(image.file).mode & 0o777).toBe(0o444);
    expect(image.digest).toBe(
      `sha256:${execFileSync('sha256sum', ['-b', image.file], { encoding: 'utf8' }).replace(/^\\/, '').slice(0, 64)}`,
    );
    expect(await store.resolve('local-one', 'amd64')).toEqual({ ok: true, value: image });
    expect(valueOf(await store.list()).images).toEqual([{ ...image, problem: null }]);
    expect(reasons(await store.resolve('local-one', 'arm64'))).toEqual(['image_unknown']);
  });

  it('makes a raw image qcow2', async () => {
    const raw = join(folder, 'disk.img');
    const bytes = Buffer.alloc(1024 * 1024, 7);
    writeFileSync(raw, bytes);
    expect(reasons(await importing(raw))).toEqual(['image_refused']);
    expect(reasons(await importing('/etc/passwd'))).toEqual(['image_refused']);
    bytes.set([0x55, 0xaa], 510);
    writeFileSync(raw, bytes);
    const image = valueOf(await importing(raw));
    expect(
      JSON.parse(execFileSync('qemu-img', ['info', '--output=json', image.file], { encoding: 'utf8' })),
    ).toMatchObject({
      format: 'qcow2',
      'virtual-size': 1024 * 1024,
    });
  });

  it('takes the same bytes twice and refuses other bytes under the name', async () => {
    const source = qcow2('source.qcow2');
    const image = valueOf(await importing(source));
    expect(await importing(source)).toEqual({ ok: true, value: image });
    expect(reasons(await importing(qcow2('other.qcow2', '-o', 'cluster_size=4096')))).toEqual(['image_exists']);
    expect(valueOf(await store.list()).images).toEqual([{ ...image, problem: null }]);
  });

  it('refuses what leads to other files, what is no disk and what cannot be read, and leaves nothing', async () => {
    const base = qcow2('base.qcow2');
    const text = join(folder, 'vm.vmdk');
    writeFileSync(text, `KDMV${'x'.repeat(1000)}`);
    const refused = [
      await importing(qcow2('overlay.qcow2', '-b', base, '-F', 'qcow2')),
      await importing(qcow2('split.qcow2', '-o', 'data_file=data.raw')),
      await importing(encrypted('secret.qcow2')),
      await importing(text),
      await importing(folder),
    ];
    expect(refused.map(reasons)).toEqual(Array.from(refused, () => ['image_refused']));
    expect(reasons(await importing(join(folder, 'absent.qcow2')))).toEqual(['image_refused']);
    expect(reasons(await importing(base, '../escape'))).toEqual(['image_name_wrong']);
    expect(images()).toEqual([]);
  });

  it('sees a changed file, and takes an untouched one at its word', async () => {
    const image = valueOf(await importing(qcow2('source.qcow2')));
    expect(await store.verify(image)).toEqual({ ok: true, value: undefined });
    const memo = images().find((name) => name.endsWith('.verified.json'));
    expect(memo).toBeDefined();
    damage(image);
    expect(reasons(await store.verify(image))).toEqual(['image_damaged']);
    rmSync(image.file);
    expect(reasons(await store.verify(image))).toEqual(['image_damaged']);
  });

  it('sees a change that keeps size and modification time', async () => {
    const image = valueOf(await importing(qcow2('source.qcow2')));
    await store.verify(image);
    const { atime, mtime } = statSync(image.file);
    damage(image);
    utimesSync(image.file, atime, mtime);
    expect(reasons(await store.verify(image))).toEqual(['image_damaged']);
  });

  it('mends a damaged image when the same bytes come again', async () => {
    const source = qcow2('source.qcow2');
    const image = valueOf(await importing(source));
    damage(image);
    await importing(source);
    expect(await store.verify(image)).toEqual({ ok: true, value: undefined });
  });

  it('names the nearest image, the recipe that would bring one, and what this version cannot do', async () => {
    await importing(qcow2('source.qcow2'), 'debian-12');
    expect(await store.resolve('local-debain-12', 'amd64')).toMatchObject({
      failures: [{ reason: 'image_unknown', nearest: 'local-debian-12' }],
    });
    expect(await store.resolve('local-tiny', 'amd64')).toMatchObject({
      failures: [{ reason: 'image_absent', recipe: 'tiny' }],
    });
    expect(await store.resolve('u24:stable', 'amd64')).toMatchObject({ failures: [{ reason: 'image_not_local' }] });
  });

  it('gives many importers of one name one image', async () => {
    const source = qcow2('source.qcow2');
    const imported = await Promise.all(Array.from({ length: 5 }, () => importing(source)));
    expect(imported.map(reasons).flat()).toEqual([]);
    expect(valueOf(await store.list()).images).toHaveLength(1);
    expect(images().filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('builds a recipe once, and again when it is forced or has changed', async () => {
    const lines: string[] = [];
    const first = valueOf(await building({ onLine: (line) => lines.push(line) }));
    expect(first).toMatchObject({ alias: 'local-tiny', boot: 'bios', arch: 'amd64' });
    expect(lines).toEqual(['making']);
    const again: string[] = [];
    expect(valueOf(await building({ onLine: (line) => again.push(line) }))).toEqual(first);
    expect(again).toEqual([]);
    recipe('echo changed; qemu-img create -q -f qcow2 "$1" 9M');
    const second = valueOf(await building());
    expect(second.virtualSizeBytes).toBe(9 * 1024 * 1024);
    // A disk may lie on the first one.
    expect(readFileSync(first.file).length).toBeGreaterThan(0);
    const forced: string[] = [];
    await building({ force: true, onLine: (line) => forced.push(line) });
    expect(forced).toEqual(['changed']);
  });

  it('passes on what a recipe lacks, and what it died of', async () => {
    recipe('echo "missing host tools: mtools" >&2; exit 3');
    expect(await building()).toMatchObject({
      failures: [{ reason: 'recipe_needs', detail: 'missing host tools: mtools' }],
    });
    recipe('echo broken >&2; exit 1');
    expect(await building()).toMatchObject({
      failures: [{ reason: 'recipe_failed', command: { exitStatus: 1, stderr: 'broken' } }],
    });
    expect(await store.build('tni', { onLine: () => undefined, signal, force: false })).toMatchObject({
      failures: [{ reason: 'recipe_unknown', known: ['tiny'] }],
    });
    expect(images()).toEqual([]);
  });

  it('registers nothing when a build is called off', async () => {
    recipe('qemu-img create -q -f qcow2 "$1" 8M; echo ready; sleep 30');
    const stop = new AbortController();
    const built = await store.build('tiny', {
      onLine: () => {
        stop.abort();
      },
      signal: stop.signal,
      force: false,
    });
    expect(reasons(built)).toEqual(['interrupted']);
    expect(images()).toEqual([]);
  });

  it('clears what is left of a killed build at once, and nothing of one that may live, however old', async () => {
    const image = valueOf(await importing(qcow2('source.qcow2')));
    const self = processes.self();
    const boot = '11111111-2222-4333-8444-555555555555';
    const owners = { self, gone: { ...self, startTime: '1' }, elsewhere: { ...self, machineId: 'ab', bootId: boot } };
    const [own, gone, elsewhere] = Object.values(owners).map((owner) => `.incoming-${processWords(owner)}-0a`);
    const old = [own, elsewhere, '.incoming-nobody'].map((name) => name ?? '');
    for (const name of [...old, gone ?? '']) cpSync(image.file, join(folder, 'cache/images', name, 'x.qcow2'));
    for (const name of old) utimesSync(join(folder, 'cache/images', name), new Date(0), new Date(0));
    await building();
    expect(images().filter((name) => name.startsWith('.'))).toEqual(old.toSorted());
  });

  it('names a record that does not read', async () => {
    await importing(qcow2('source.qcow2'));
    writeFileSync(join(folder, 'cache/images/local-bad.amd64.json'), '{');
    const listed = valueOf(await store.list());
    expect(listed.images.map((image) => image.alias)).toEqual(['local-one']);
    expect(listed.damagedRecords).toEqual([join(folder, 'cache/images/local-bad.amd64.json')]);
    expect(reasons(await store.resolve('local-bad', 'amd64'))).toEqual(['image_record_damaged']);
    expect(reasons(await store.resolve('local-one', 'amd64'))).toEqual([]);
  });

  it('lists a damaged image as one, and builds it anew', async () => {
    const image = valueOf(await building());
    damage(image);
    const problems = async () => valueOf(await store.list()).images.map((each) => each.problem);
    expect(await problems()).toEqual([expect.stringContaining('has other bytes')]);
    const lines: string[] = [];
    valueOf(await building({ onLine: (line) => lines.push(line) }));
    expect(lines).toEqual(['making']);
    expect(await problems()).toEqual([null]);
    rmSync(valueOf(await building()).file);
    expect(await problems()).toEqual(['is gone']);
    valueOf(await building());
    expect(await problems()).toEqual([null]);
  });
});

function damage(image: StoredImage): void {
  const bytes = readFileSync(image.file);
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 0xff;
  chmodSync(image.file, 0o644);
  writeFileSync(image.file, bytes);
  chmodSync(image.file, 0o444);
}
