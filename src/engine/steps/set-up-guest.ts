import type { DesiredSetUp } from '../../core/guest/desired-set-up.ts';
import { withFindings } from '../../core/guest/disk-findings.ts';
import { toldAfter } from '../../core/guest/told-peers.ts';
import type { Uuid } from '../../core/names.ts';
import { ok } from '../../core/result.ts';
import { changeRecord } from '../../core/state/change-record.ts';
import type { GuestRecord, NodeRecord } from '../../core/state/document.ts';
import { guestTarget } from '../guest-target.ts';
import { hostKeyEntries } from '../host-key-entries.ts';
import { deploymentOf, recordOf, type NodeContext } from '../node-context.ts';
import { readyLimitMs } from '../ready-limit.ts';
import { awaitLivingGuest } from './await-living-guest.ts';
import type { Effect } from './effect.ts';
import type { SetUpOutcome } from './run-set-up.ts';
import { type SetUpEnd, setUpWork } from './set-up-work.ts';

/**
 * Waits until the guest answers over ssh with the pinned key and its own instance id: then it is ready. What else is to be
 * done inside is done at once, and what of it does not come about is a warning of the node.
 */
export const setUpGuest: Effect<'set_up_guest'> = async (context) => {
  const pinned = await context.ports.guest.pinHostKeys(hostKeyEntries(context.ledger.document));
  if (!pinned.ok) return pinned;
  const record = recordOf(context);
  const target = guestTarget(record);
  if (!target.ok) return target;
  const limitMs = readyLimitMs(record.machine?.accelerator ?? 'tcg');
  context.ports.events.emit({ kind: 'waiting', node: context.name, what: 'ssh in the guest', limitMs });
  const setUp = setUpWork(context, target.value.user);
  const ready = await awaitLivingGuest(context, target.value, { limitMs, work: setUp.work });
  if (!ready.ok) return ready;
  const ended = await setUp.end(ready.value);
  if (!ended.ok) return ended;
  const { desired, outcome } = ended.value;
  return ok({
    outputs: { instanceId: ready.value.seen.instanceId, ...toldAfter(desired, outcome.stages) },
    change: changeRecord(context.name, withGuest(context, ended.value)),
  });
};

function withGuest(context: NodeContext, { readyAt, desired, outcome }: SetUpEnd) {
  const key = deploymentOf(context).controlKey;
  const earlier = repairsBefore(context);
  return (record: NodeRecord): NodeRecord => ({
    ...(outcome.disks === null ? record : withFindings(record, outcome.disks)),
    guest: {
      instanceId: record.uuid,
      readyAt,
      guestSpecHash: outcome.marked ? desired.specHash : (record.guest?.guestSpecHash ?? desired.specHash),
      stages: outcome.stages,
      controlKey: controlKeyAfter(record.guest, { desired, outcome, key }),
      warnings: outcome.warnings,
      repairs: [...earlier, ...outcome.repairs],
    },
  });
}

/** What this very operation has put right before: its second set-up of a guest goes on where the first one stopped. */
function repairsBefore(context: NodeContext): readonly string[] {
  const { uuid, guest } = recordOf(context);
  const isSecond = context.ledger.document.operation?.steps.some(
    ({ action, state }) => action.kind === 'set_up_guest' && action.uuid === uuid && state === 'complete',
  );
  return isSecond === true ? (guest?.repairs ?? []) : [];
}

/** What was confirmed before holds until the stage has confirmed something else. */
function controlKeyAfter(
  before: GuestRecord | null,
  now: { readonly desired: DesiredSetUp; readonly outcome: SetUpOutcome; readonly key: Uuid | null },
): Uuid | null {
  if (now.outcome.stages.control !== 'ok') return before?.controlKey ?? null;
  return now.desired.stages.control.lines.length === 0 ? null : now.key;
}
