import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StateDocument } from '../../../src/core/state/document.ts';
import type { Lab } from './open-lab.ts';
import { installStandInQemu } from './stand-in-qemu.ts';

/** A QEMU that answers questions as the real one does, and dies whenever it is to run a node. */
export interface DyingQemu {
  /** PATH on which it comes first. */
  readonly path: string;
  /** The state document that was the newest when it was last launched for a node. */
  readonly documentAtLaunch: (node: string) => StateDocument;
  /** When it died for that node, in milliseconds since the epoch. */
  readonly diedAtMs: (node: string) => number;
}

/** Its last words, as they stand in stderr. */
export const lastWords = ['first the room went dark', 'qemu-system-x86_64: then the disk could not be found'] as const;

export function installDyingQemu(lab: Lab): DyingQemu {
  const { bin, path } = installStandInQemu(lab, 'dying', (at) => scriptFor({ ...at, state: join(lab.home, 'state') }));
  return {
    path,
    documentAtLaunch: (node) => JSON.parse(readFileSync(join(bin, `${node}.json`), 'utf8')) as StateDocument,
    diedAtMs: (node) => Number(readFileSync(join(bin, `${node}.died`), 'utf8')),
  };
}

function scriptFor({ real, state, bin }: { readonly [name in 'real' | 'state' | 'bin']: string }): string {
  return `#!/bin/sh
case " $* " in *' -uuid '*) ;; *) exec '${real}' "$@" ;; esac
name=$2
cp "$(ls '${state}'/0*.json | tail -n 1)" '${bin}'/"$name".json
${lastWords.map((line) => `echo '${line}' >&2`).join('\n')}
date +%s%3N > '${bin}'/"$name".died
exit 3
`;
}
