import type { Uuid } from '../names.ts';
import { type GuestStage, isGuestStage } from './guest-stage.ts';

/** What the marker inside a guest says; it is the guest's own record, and may be of another guest or of an earlier spec. */
export interface ReadyMarker {
  readonly uuid: Uuid;
  readonly specHash: string;
  readonly stages: { readonly [S in GuestStage]?: { readonly digest: string; readonly state: 'ok' | 'limited' } };
}

const first = 'paddock-marker 1';

/** Reads the lines of a marker; null for one that is not whole. */
export function readMarker(lines: readonly string[]): ReadyMarker | null {
  if (lines[0] !== first || lines.at(-1) !== 'end') return null;
  const words = lines.slice(1, -1).map((line) => line.split(' '));
  const value = (key: string): string | null => words.find((each) => each[0] === key)?.[1] ?? null;
  const uuid = value('uuid');
  const specHash = value('spec-hash');
  if (uuid === null || specHash === null) return null;
  const stages = words.flatMap(([word, stage, digest, state]) =>
    word === 'stage' && isGuestStage(stage) && digest !== undefined && (state === 'ok' || state === 'limited')
      ? [[stage, { digest, state }] as const]
      : [],
  );
  return { uuid: uuid as Uuid, specHash, stages: Object.fromEntries(stages) };
}
