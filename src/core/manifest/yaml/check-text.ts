import { type Failure, failure } from '../../failure.ts';
import type { Place } from './line-index.ts';

/** What no YAML reader needs to see to know that the text is not a manifest: control characters and merge conflicts. */
export function checkText(text: string, place: Place): readonly Failure[] {
  const control = controlCharacter.exec(text);
  if (control !== null) {
    return [failure('control_character', { at: place(control.index), code: text.charCodeAt(control.index) })];
  }
  const failures: Failure[] = [];
  for (const { index } of text.matchAll(conflictMarker)) {
    failures.push(failure('merge_conflict_marker', { at: place(index) }));
    if (failures.length >= complaintsKept) break;
  }
  return failures;
}

// A carriage return counts only before a line feed: alone, some readers end the line there and others do not.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\r(?!\n)/;

/** Past these, more markers say the same thing again. */
const complaintsKept = 20;

const conflictMarker = /^<{7}(?: .*)?$/gm;
