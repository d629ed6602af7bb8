import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './checkout.ts';
import type { Lab } from './open-lab.ts';

/** A text of the recipe that is replaced by another, in the file of this name below `lib`. */
export interface RecipeChange {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** More of the kernel than is made for clouds. */
export const wholeKernel: readonly RecipeChange[] = [
  { file: 'packages.sh', from: 'for meta in ', to: 'for meta in linux-image-amd64 linux-image-generic ' },
  { file: 'root.sh', from: "root_modules='", to: "root_modules='9p 9pnet_virtio " },
  // Its file systems are modules, which that for clouds has built in.
  { file: 'root.sh', from: "virtio_pci virtio_blk'", to: "virtio_pci virtio_blk crc32c_generic ext4'" },
];

/** What makes and checks XFS. */
export const xfsTools: readonly RecipeChange[] = [
  { file: 'packages.sh', from: ' e2fsprogs util-linux sudo', to: ' e2fsprogs xfsprogs util-linux sudo' },
  {
    file: 'root.sh',
    from: ' resizepart; do',
    to: ' resizepart mkfs.xfs xfs_repair; do',
  },
];

/** Builds the mini guest of a changed recipe and imports it under this name into a cache of the lab's own. Takes a minute. */
export async function buildChangedMini(
  lab: Lab,
  { name, changes }: { readonly name: string; readonly changes: readonly RecipeChange[] },
): Promise<{ readonly PADDOCK_CACHE: string }> {
  const recipe = join(lab.folder, `recipe-${name}`);
  cpSync(join(checkout, 'qemu', 'images', 'mini'), recipe, { recursive: true });
  for (const { file, from, to } of changes) {
    const path = join(recipe, 'lib', file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} of the recipe has no ${from}`);
    writeFileSync(path, text.replace(from, to));
  }
  const image = join(lab.folder, `${name}.qcow2`);
  // Packages are kept beside those of the real recipe; each is checked against the signed lists again.
  const words = [join(recipe, 'build.sh'), image, join(lab.cache, 'recipes', 'mini')];
  execFileSync('sh', words, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 10 * 60_000 });
  const env = { PADDOCK_CACHE: join(lab.folder, 'cache') };
  const imported = await lab.run(['image', 'import', image, '--name', name], { env, timeoutMs: 10 * 60_000 });
  if (imported.exit !== 0) throw new Error(imported.stderr);
  return env;
}
