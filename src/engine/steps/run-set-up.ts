import type { Failure } from '../../core/failure.ts';
import { describeFailure } from '../../core/failure-text.ts';
import type { DiskFinding } from '../../core/guest/disk-findings.ts';
import type { DesiredSetUp } from '../../core/guest/desired-set-up.ts';
import { type GuestStage, guestStages } from '../../core/guest/guest-stage.ts';
import { readSetUp } from '../../core/guest/read-set-up.ts';
import { setUpText } from '../../core/guest/set-up-text.ts';
import { unfinishedStages } from '../../core/guest/unfinished-stages.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { GuestFacts, GuestKey, GuestTarget, ScriptEnd } from '../../ports/guest.ts';
import { deploymentOf, recordOf, type NodeContext } from '../node-context.ts';
import { shareTrouble } from '../share-trouble.ts';
import { setUpLimitMs } from '../ready-limit.ts';
import { findDamage } from './find-damage.ts';

export interface SetUp {
  readonly target: GuestTarget;
  readonly desired: DesiredSetUp;
  readonly seen: GuestFacts;
  /** Only these, whatever else is unfinished; left out for all. */
  readonly stages?: readonly GuestStage[];
}

type Asked = Omit<SetUp, 'target'> & { readonly user: string };

export interface BegunSetUp {
  /** Of the script; null when there is nothing to run. */
  readonly input: string | null;
  /** What is known when nothing runs. */
  readonly otherwise: SetUpOutcome;
}

/** How the inside of a guest is now, as far as this set-up knows. */
export interface SetUpOutcome {
  readonly stages: { readonly [S in GuestStage]?: 'ok' | 'limited' };
  /** False when the guest did not take a new marker. */
  readonly marked: boolean;
  readonly warnings: readonly string[];
  readonly repairs: readonly string[];
  /** Null when the disks were not looked at. */
  readonly disks: readonly DiskFinding[] | null;
}

/**
 * Runs the stages that the guest's marker does not vouch for, in one session. What goes wrong in the guest is a warning:
 * a guest that answers is usable. Fails only when it is called off, fenced, or a stranger answers. Safe to repeat.
 */
export async function runSetUp(context: NodeContext, setUp: SetUp): Promise<Result<SetUpOutcome>> {
  const { target } = setUp;
  const { input: stdin, otherwise } = await beginSetUp(context, { ...setUp, user: target.user });
  if (stdin === null) return ok(otherwise);
  const { signal } = context;
  const run = { script: 'set-up', arguments: [], stdin, limitMs: limitOf(context), signal } as const;
  return outcomeOf(context, await context.ports.guest.runScript(target, run), otherwise.stages);
}

/** Looks only at how the guest was seen; says so when there is something to wait for. */
export async function beginSetUp(context: NodeContext, setUp: Asked): Promise<BegunSetUp> {
  const { desired, seen, user, stages: asked = guestStages } = setUp;
  const unfinished = unfinishedStages(desired, seen);
  const done = guestStages.filter((stage) => !unfinished.includes(stage));
  const kept: SetUpOutcome['stages'] = Object.fromEntries(done.map((stage) => [stage, 'ok'] as const));
  const nothing = { stages: kept, marked: true, warnings: [], repairs: [], disks: null };
  const due = unfinished.filter((stage) => asked.includes(stage));
  if (due.length === 0 && seen.marker?.specHash === desired.specHash) return { input: null, otherwise: nothing };
  const key = await controlKey(context, desired);
  // Whatever looks at a share whose server has ended waits for ever, so that stage comes after the restart it needs.
  const sharesWork = shareTrouble(context.ports, recordOf(context)).length === 0;
  const run = due.filter(
    (stage) => (stage !== 'control' || key.kind !== 'not_yet') && (stage !== 'shares' || sharesWork),
  );
  if (key.kind === 'failed')
    return { input: null, otherwise: { ...nothing, marked: false, warnings: key.failures.map(inWords) } };
  const input = setUpText(
    desired,
    { run, keep: done },
    {
      user,
      clockAheadSeconds: seen.clockAheadSeconds,
      controlKey: key.kind === 'made' ? inGuest(key.key) : null,
      blankDisks: run.includes('disks') ? await blankDisks(context) : [],
    },
  );
  const limitMs = limitOf(context);
  context.ports.events.emit({ kind: 'waiting', node: context.name, what: 'the set-up of its guest', limitMs });
  return { input, otherwise: nothing };
}

export function limitOf(context: NodeContext): number {
  const { machine, spec } = recordOf(context);
  return setUpLimitMs(machine?.accelerator ?? 'tcg', spec.disks.length);
}

/** What nothing more is to be done after. */
const endings: ReadonlySet<Failure['reason']> = new Set(['interrupted', 'guest_identity', 'fenced']);

type ControlKey =
  | { readonly kind: 'no_part' | 'not_yet' }
  | { readonly kind: 'made'; readonly key: GuestKey }
  | { readonly kind: 'failed'; readonly failures: readonly Failure[] };

/** `not_yet` until an up has given the holder of the role its key: the other stages go on without it. */
async function controlKey(context: NodeContext, desired: DesiredSetUp): Promise<ControlKey> {
  if (desired.stages.control.lines.length === 0) return { kind: 'no_part' };
  const name = deploymentOf(context).controlKey;
  if (name === null) return { kind: 'not_yet' };
  const made = await context.ports.guest.controlKey(name);
  return made.ok ? { kind: 'made', key: made.value } : { kind: 'failed', failures: made.failures };
}

function inGuest({ privateKey, publicKey }: GuestKey) {
  return { privateBase64: Buffer.from(privateKey).toString('base64'), publicKey };
}

/** Paths of the data disks that nothing was ever written to. One about which nothing can be told is none of them. */
async function blankDisks(context: NodeContext): Promise<readonly string[]> {
  const { layout, hypervisor } = context.ports;
  const record = recordOf(context);
  const paths = await Promise.all(
    record.spec.disks.map(async (disk) => {
      const file = record.parts.find((part) => part.kind === 'data_disk' && part.disk === disk.id)?.file;
      if (file === undefined || file === null) return [];
      const blank = await hypervisor.isBlank(layout.absolute(file));
      return blank.ok && blank.value ? [disk.path] : [];
    }),
  );
  return paths.flat();
}

export async function outcomeOf(
  context: NodeContext,
  ran: Result<ScriptEnd>,
  kept: SetUpOutcome['stages'],
): Promise<Result<SetUpOutcome>> {
  if (!ran.ok) {
    const ends = ran.failures.filter(({ reason }) => endings.has(reason));
    if (ends.length > 0) return fail(...ends);
    return ok({ stages: kept, marked: false, warnings: ran.failures.map(inWords), repairs: [], disks: null });
  }
  const { stages, warnings, repairs, damaged } = readSetUp(ran.value.stdout);
  const { exitStatus, stderr } = ran.value;
  const failed = exitStatus === 0 ? [] : [`set-up ended with exit status ${String(exitStatus)}: ${stderr}`];
  return ok({
    stages: { ...kept, ...stages },
    marked: exitStatus === 0,
    warnings: [...warnings.map(({ stage, text }) => `${stage}: ${text}`), ...failed],
    repairs: repairs.map(({ stage, text }) => `${stage}: ${text}`),
    disks: stages.disks === undefined ? null : await findDamage(context, damaged),
  });
}

function inWords(problem: Failure): string {
  return `set-up: ${describeFailure(problem).message}`;
}
