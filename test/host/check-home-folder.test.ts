import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeFailure } from '../../src/core/failure-text.ts';
import { checkHomeFolder } from '../../src/host/check-home-folder.ts';
import { temporaryHome } from '../fakes/temporary-home.ts';

const uid = process.getuid?.() ?? 0;

function folder(): string {
  const made = temporaryHome();
  mkdirSync(made, { recursive: true });
  return made;
}

/** What is wrong with the home, and the part of its path that is. */
function trouble(home: string, asUid = uid): readonly [string, string] | null {
  const checked = checkHomeFolder(home, asUid);
  if (checked.ok) return null;
  const [found] = checked.failures;
  if (found?.reason !== 'home_unusable') throw new Error(JSON.stringify(checked));
  return [found.problem.kind, found.part];
}

describe('a home', () => {
  it('is a folder of this user, or nothing yet below one, and may be reached through a link', () => {
    const base = folder();
    mkdirSync(join(base, 'real'));
    symlinkSync('real', join(base, 'link'));
    for (const home of [base, join(base, 'new'), join(base, 'new', 'deep'), join(base, 'link'), join(base, 'link/x')]) {
      expect(trouble(home)).toBeNull();
    }
  });

  it('is not a file, nor below one', () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    expect(trouble(file)).toEqual(['not_a_folder', file]);
    expect(trouble(join(file, 'a', 'b'))).toEqual(['not_a_folder', file]);
  });

  it('is not a link to nothing, nor to itself, nor below one', () => {
    const [dangling, circle] = ['dangling', 'circle'].map((name) => join(folder(), name)) as [string, string];
    symlinkSync('nowhere', dangling);
    symlinkSync('circle', circle);
    expect(trouble(dangling)).toEqual(['dangling_link', dangling]);
    expect(trouble(join(dangling, 'a'))).toEqual(['dangling_link', dangling]);
    expect(trouble(circle)?.[0]).toBe('link_circle');
  });

  it('does not belong to another user, not even where root could write', () => {
    const home = folder();
    expect(trouble(home, uid + 1)).toEqual(['another_users', home]);
    expect(trouble(join(home, 'new'), uid + 1)).toBeNull();
  });

  it.skipIf(uid === 0)('is not closed', () => {
    const home = folder();
    chmodSync(home, 0o000);
    expect(trouble(join(home, 'a'))).toEqual(['no_access', home]);
    chmodSync(home, 0o700);
  });

  it.runIf(process.platform === 'linux')('is not a view of the running system', () => {
    expect(trouble('/proc/paddock')).toEqual(['system_folder', '/proc']);
    expect(trouble('/sys/paddock/home')).toEqual(['system_folder', '/sys']);
    expect(trouble('/proc/self', statSync('/proc/self').uid)).toEqual(['system_folder', '/proc/self']);
  });

  it('has a path that every program here can take, and the message does not repeat one that has not', () => {
    for (const home of [`/tmp/${'abc/'.repeat(1000)}x`, `/tmp/${'n'.repeat(256)}`]) {
      const checked = checkHomeFolder(home, uid);
      if (checked.ok) throw new Error('taken');
      expect(checked.failures).toMatchObject([{ problem: { kind: 'too_long' } }]);
      expect(describeFailure(checked.failures[0]!).message.length).toBeLessThan(250);
    }
    expect(trouble(`/tmp/${'n'.repeat(255)}`)).toBeNull();
  });
});
