import type { FolderIdentity, Misplaced } from './unregistered.ts';

/** What to do about such a folder: the one thing, for people. */
export function misplacedAdvice({ name }: Pick<FolderIdentity, 'name'>, { of, kind }: Misplaced): string {
  return kind === 'copy'
    ? `it is a copy of ${of}, which alone is node ${name}: move the copy out of the home`
    : `it is the folder of node ${name} under another name: give it back the name ${of}`;
}
