import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FakeQemu, installFakeQemu } from '../fakes/install-fake-qemu.ts';
import { installFakeSsh } from '../fakes/install-fake-ssh.ts';
import { buildCommand } from '../real/lab/build-command.ts';
import { type Lab, openLab } from '../real/lab/open-lab.ts';

/** A lab whose machines are fakes, in the environment that its commands are to be run with. */
export interface FakeLab {
  readonly lab: Lab;
  readonly fake: FakeQemu;
  readonly env: { readonly PATH: string };
  readonly close: () => Promise<void>;
}

/** Opens a lab on the fake QEMU, with the image `local-empty` in its cache. */
export async function openFakeLab(manifest: string, script?: string): Promise<FakeLab> {
  if (script === undefined) buildCommand();
  const cache = mkdtempSync('/tmp/paddock-cache-');
  const lab = openLab({ manifest, cache, ...(script === undefined ? {} : { script }) });
  const programs = join(lab.folder, 'programs');
  mkdirSync(programs);
  const fake = installFakeQemu(programs);
  installFakeSsh(programs);
  fake.tell({ banner: 'SSH-2.0-fake', kvm: 'refuses' });
  const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}` };
  const disk = join(lab.folder, 'empty.raw');
  const bytes = Buffer.alloc(1024 * 1024);
  // A boot record, without which nothing is taken for a disk.
  bytes.set([0x55, 0xaa], 510);
  writeFileSync(disk, bytes);
  const imported = await lab.run(['image', 'import', disk, '--name', 'empty'], { env });
  if (imported.exit !== 0) throw new Error(imported.stderr);
  const close = async (): Promise<void> => {
    await lab.close();
    rmSync(cache, { recursive: true, force: true });
  };
  return { lab, fake, env, close };
}
