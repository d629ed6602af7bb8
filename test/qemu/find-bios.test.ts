import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeBench, must } from '../contract/hypervisor/bench.ts';
import { installFakeQemu } from '../fakes/install-fake-qemu.ts';

test('a BIOS that has gone, or is cut off, is noticed though the features are remembered', async () => {
  const fake = installFakeQemu(mkdtempSync(join(tmpdir(), 'fake-qemu-')));
  const [first, second] = [join(fake.folder, 'first'), join(fake.folder, 'second')];
  for (const folder of [first, second]) mkdirSync(folder);
  fake.tell({ dataFolders: [first, second] });
  const { hypervisor } = makeBench({ searchPath: fake.folder });
  const trouble = async () => must(await hypervisor.features('amd64')).biosTrouble;
  const file = join(second, 'bios-256k.bin');
  expect(await trouble()).toBe(`bios-256k.bin can be read in none of QEMU's folders (${first}, ${second})`);
  writeFileSync(file, Buffer.alloc(256 * 1024));
  expect(await trouble()).toBeNull();
  truncateSync(file, 1000);
  expect(await trouble()).toBe(`${file} has 1000 bytes, which is no BIOS`);
  rmSync(file);
  expect(await trouble()).toContain('can be read in none');
});

test('of a QEMU that does not tell its folders nothing is said', async () => {
  const fake = installFakeQemu(mkdtempSync(join(tmpdir(), 'fake-qemu-')));
  const { hypervisor } = makeBench({ searchPath: fake.folder });
  expect(must(await hypervisor.features('amd64')).biosTrouble).toBeNull();
});
