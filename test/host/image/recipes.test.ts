import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecipe, recipeNames } from '../../../src/host/recipe.ts';

const recipes = join(import.meta.dirname, '../../../qemu/images');
const checked = spawnSync('shellcheck', ['--version']).status === 0;
if (!checked) process.stdout.write('skipped: shellcheck over the recipes, for want of shellcheck\n');

/** Every file of the recipes that a shell runs. */
function scripts(): readonly string[] {
  return readdirSync(recipes, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /^#!\S*(sh|busybox sh)$/m.test(readFileSync(file, 'utf8').split('\n')[0] ?? ''));
}

describe('recipes', () => {
  it('each say what they are, and keep their digest from one reading to the next', async () => {
    const names = await recipeNames(recipes);
    expect(names).toContain('mini');
    for (const name of names) {
      const recipe = await readRecipe(recipes, name);
      expect(recipe.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(await readRecipe(recipes, name)).toEqual(recipe);
    }
  });

  it.skipIf(!checked)('are clean to shellcheck', () => {
    const found = scripts();
    expect(found.length).toBeGreaterThan(8);
    const run = spawnSync('shellcheck', ['-x', '-P', 'SCRIPTDIR', ...found], { encoding: 'utf8' });
    expect(run.stdout).toBe('');
    expect(run.status).toBe(0);
  });

  it.each([
    [
      'mini',
      'missing host tools: apt-get apt-cache dpkg-deb mformat mcopy mke2fs debugfs qemu-img; install them with: apt-get install apt dpkg mtools e2fsprogs qemu-utils',
    ],
    [
      'debian',
      /^missing host tools: mmdebstrap apt-get mke2fs debugfs qemu-img.*; install them with: apt-get install mmdebstrap apt e2fsprogs qemu-utils/u,
    ],
  ])('name every missing host tool of %s in one line, with the packages that bring them', (name, message) => {
    const recipe = join(recipes, name);
    const words = `PATH=/nonexistent; command() { return 1; }; set -- /tmp/x /tmp/y; dirname() { echo ${recipe}; }; id() { echo 0; }; uname() { case $1 in -s) echo Linux ;; *) echo x86_64 ;; esac; }; . ${join(recipe, 'build.sh')}`;
    const run = spawnSync('/bin/sh', ['-c', words], { encoding: 'utf8', env: { PATH: '/nonexistent' } });
    expect(run.stderr.trim()).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    expect(run.status).toBe(3);
  });
});
