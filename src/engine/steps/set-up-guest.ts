import type { Instant } from '../../core/names.ts';
import { ok } from '../../core/result.ts';
import { hashSpec } from '../../core/spec/hash-spec.ts';
import type { NodeRecord } from '../../core/state/document.ts';
import { changeRecord } from '../../core/state/change-record.ts';
import { guestTarget } from '../guest-target.ts';
import { hostKeyEntries } from '../host-key-entries.ts';
import { deploymentOf, recordOf, type NodeContext } from '../node-context.ts';
import { readyLimitMs } from '../ready-limit.ts';
import type { Effect } from './effect.ts';

/** Waits until the guest answers over ssh with the pinned key and its own instance id. */
export const setUpGuest: Effect<'set_up_guest'> = async (context) => {
  const { guest, clock } = context.ports;
  const pinned = await guest.pinHostKeys(hostKeyEntries(context.ledger.document));
  if (!pinned.ok) return pinned;
  const record = recordOf(context);
  const target = guestTarget(deploymentOf(context), record);
  if (!target.ok) return target;
  const limitMs = readyLimitMs(record.machine?.accelerator ?? 'tcg');
  context.ports.events.emit({ kind: 'waiting', node: context.name, what: 'ssh in the guest', limitMs });
  const ready = await guest.awaitReady(target.value, { limitMs, signal: context.signal });
  if (!ready.ok) return ready;
  const readyAt = clock.now();
  return ok({
    outputs: { instanceId: ready.value.instanceId },
    change: changeRecord(context.name, withGuest(context, readyAt)),
  });
};

function withGuest(context: NodeContext, readyAt: Instant) {
  const { envelope } = deploymentOf(context);
  return (record: NodeRecord): NodeRecord => ({
    ...record,
    guest: {
      instanceId: record.uuid,
      readyAt,
      guestSpecHash: hashSpec({ envelope, node: record.spec }, context.ports.identifiers.sha256),
      warnings: [],
      repairs: [],
    },
  });
}
