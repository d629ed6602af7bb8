import { type GuestStage, isGuestStage } from './guest-stage.ts';

/** What set-up.sh said that it did. A stage that it does not name did not end. */
export interface SetUpEnd {
  readonly stages: { readonly [S in GuestStage]?: 'ok' | 'limited' };
  readonly warnings: readonly StageNote[];
  readonly repairs: readonly StageNote[];
  /** Data disks whose file systems are proven to be damaged. */
  readonly damaged: readonly { readonly serial: string; readonly proof: string }[];
}

export interface StageNote {
  readonly stage: GuestStage;
  readonly text: string;
}

/** Reads the lines of set-up.sh; others are left out. Texts come from the guest and are bounded. */
export function readSetUp(stdout: string): SetUpEnd {
  const lines = stdout.split('\n').map((line) => line.split(' '));
  const notes = (kind: string): readonly StageNote[] =>
    lines.flatMap(([word, stage, ...rest]) =>
      word === kind && isGuestStage(stage) ? [{ stage, text: rest.join(' ').slice(0, longestNote) }] : [],
    );
  const done = lines.flatMap(([word, stage, state]) =>
    word === 'done' && isGuestStage(stage) && (state === 'ok' || state === 'limited') ? [[stage, state] as const] : [],
  );
  const damaged = lines.flatMap(([word, serial, proof]) =>
    word === 'damaged' && serial !== undefined && proof !== undefined && proofs.test(proof) ? [{ serial, proof }] : [],
  );
  return { stages: Object.fromEntries(done), warnings: notes('warning'), repairs: notes('repair'), damaged };
}

/** Type, status of the checker and digest of its words; goes back to the guest as a word of a command line. */
const proofs = /^(?:ext4|xfs)-\d+-[0-9a-f]{16}$/u;

const longestNote = 300;
