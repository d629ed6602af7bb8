import { join } from 'node:path';
import { failure } from '../core/failure.ts';
import { hasInclude, includeLine, type MadeForIt, withInclude, withoutInclude } from '../core/guest/include-lines.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { homePaths } from '../core/state/home-paths.ts';
import type { Layout } from '../ports/layout.ts';
import type { SshConfigFiles } from '../ports/ssh-config-files.ts';
import { makeFolder } from './make-folder.ts';
import { placeFile } from './place-file.ts';
import { readPrivate } from './read-private.ts';
import { removeOwn } from './remove-own.ts';
import { type Refused, readUserFile, replaceUserFile, sneakPeek } from './user-file.ts';

/** The SshConfigFiles port over the file system. */
export function createSshConfigFiles(layout: Pick<Layout, 'absolute'>): SshConfigFiles {
  const fragment = layout.absolute(homePaths.sshConfig);
  return {
    fragment,
    current: () => readPrivate(fragment, { maxBytes: 1024 * 1024 }),
    async write(text) {
      const folder = await makeFolder(join(fragment, '..'));
      return folder.ok ? placeFile(fragment, text, { existing: 'replace' }) : folder;
    },
    include: (config) => include(config, fragment),
    async exclude(config) {
      const excluded = await exclude(config, fragment);
      if (!excluded.ok) return excluded;
      const removed = await removeOwn(fragment, 'file');
      return removed.ok ? excluded : removed;
    },
  };
}

/** Paths in the text of the file, which has one character for each byte. */
function inBytes(path: string): string {
  return Buffer.from(path, 'utf8').toString('latin1');
}

async function include(config: string, fragment: string): Promise<Result<'included' | 'was_there'>> {
  // Also through a link, which is never written through: who followed the advice is not given it again.
  if (hasInclude(await sneakPeek(config), inBytes(fragment))) return ok('was_there');
  const leftAlone = ({ why }: Refused) =>
    fail(failure('ssh_config_left_alone', { path: config, why, line: includeLine(fragment), todo: 'add' }));
  const file = await readUserFile(config);
  if (file.kind === 'refused') return leftAlone(file);
  const made: MadeForIt = file.kind === 'file' ? 'nothing' : file.missing;
  const text = file.kind === 'file' ? file.text : '';
  const refused = await replaceUserFile(config, { was: file, text: withInclude(text, inBytes(fragment), made) });
  return refused === null ? ok('included') : leftAlone(refused);
}

async function exclude(config: string, fragment: string): Promise<Result<'excluded' | 'was_not_there'>> {
  if (!hasInclude(await sneakPeek(config), inBytes(fragment))) return ok('was_not_there');
  const leftAlone = ({ why }: Refused) =>
    fail(failure('ssh_config_left_alone', { path: config, why, line: includeLine(fragment), todo: 'remove' }));
  const file = await readUserFile(config);
  if (file.kind === 'refused') return leftAlone(file);
  const rest = file.kind === 'file' ? withoutInclude(file.text, inBytes(fragment)) : null;
  if (rest === null) return ok('was_not_there');
  const vanishes = rest.text === '' && rest.made !== 'nothing' ? rest.made : null;
  const refused = await replaceUserFile(config, { was: file, text: rest.text, vanishes });
  return refused === null ? ok('excluded') : leftAlone(refused);
}
