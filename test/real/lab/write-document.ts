import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sha256 } from '../../../src/core/names.ts';
import type { StateDocument } from '../../../src/core/state/document.ts';
import { encodeDocument } from '../../../src/core/state/document-file.ts';
import type { Lab } from './open-lab.ts';

const sha256 = ((text: string) => createHash('sha256').update(text).digest('hex')) as Sha256;

/**
 * Makes a changed copy of the newest document the newest, in the form in which the command itself writes it. For states
 * that take too long to reach. Precondition: no command of the lab is at work.
 */
export function writeDocument(lab: Lab, change: (document: StateDocument) => StateDocument): void {
  const { checksum: _, ...newest } = lab.document() as StateDocument & { readonly checksum: string };
  const version = newest.version + 1;
  const name = `${String(version).padStart(10, '0')}.json`;
  writeFileSync(join(lab.home, 'state', name), encodeDocument({ ...change(newest), version }, sha256), { mode: 0o600 });
}
