import type { DesiredSetUp } from './desired-set-up.ts';
import type { GuestStage } from './guest-stage.ts';

/** What is only known when the set-up runs. */
export interface SetUpSecrets {
  readonly user: string;
  readonly clockAheadSeconds: number;
  /** The control key's private file and public line; null where the guest has no part in it. */
  readonly controlKey: { readonly privateBase64: string; readonly publicKey: string } | null;
  /** Paths of data disks to which nothing was ever written. */
  readonly blankDisks: readonly string[];
}

export interface StagesToDo {
  readonly run: readonly GuestStage[];
  /** Done before: they go into the new marker as they are. */
  readonly keep: readonly GuestStage[];
}

/** The input of set-up.sh. */
export function setUpText(desired: DesiredSetUp, stages: StagesToDo, secrets: SetUpSecrets): string {
  const head = ['paddock-set-up 1', `uuid ${desired.uuid}`, `spec-hash ${desired.specHash}`, `user ${secrets.user}`];
  return [
    ...head,
    ...stages.keep.map((stage) => `keep ${stage} ${desired.stages[stage].digest}`),
    ...stages.run.flatMap((stage) => [
      `stage ${stage} ${desired.stages[stage].digest}`,
      ...stageInput(desired, stage, secrets),
    ]),
    '',
  ].join('\n');
}

function stageInput(desired: DesiredSetUp, stage: GuestStage, secrets: SetUpSecrets): readonly string[] {
  const { lines } = desired.stages[stage];
  if (stage === 'time') return [`step ${String(-secrets.clockAheadSeconds)}`];
  if (stage === 'disks') return lines.map((line) => diskInput(line, secrets.blankDisks));
  return stage === 'control' ? lines.flatMap((line) => controlInput(line, secrets.controlKey)) : lines;
}

function diskInput(line: string, blankDisks: readonly string[]): string {
  const [word, serial, fs, ...rest] = line.split(' ');
  const path = rest.join(' ');
  return [word, serial, fs, blankDisks.includes(path) ? 'blank' : 'unproven', path].join(' ');
}

/** The digest knows a key by its UUID; the guest gets the key itself. */
function controlInput(line: string, key: SetUpSecrets['controlKey']): readonly string[] {
  if (line.startsWith('accept ')) return key === null ? [] : [`accept ${key.publicKey}`];
  if (line.startsWith('private ')) return key === null ? [] : [`private ${key.privateBase64}`];
  return [line];
}
