import { describeFailure } from '../../core/failure-text.ts';
import { desiredSetUp } from '../../core/guest/desired-set-up.ts';
import type { GuestStage } from '../../core/guest/guest-stage.ts';
import { owedToGuest } from '../../core/guest/owed-to-guest.ts';
import { toldAfter } from '../../core/guest/told-peers.ts';
import { appliedLab } from '../../core/guest/wanted-lab.ts';
import { ok, type Result } from '../../core/result.ts';
import { changeRecord } from '../../core/state/change-record.ts';
import type { NodeRecord, StateDocument } from '../../core/state/document.ts';
import { recordEvent } from '../../core/state/record-event.ts';
import { guestTarget } from '../guest-target.ts';
import { hostKeyEntries } from '../host-key-entries.ts';
import { deploymentOf, type NodeContext, recordOf } from '../node-context.ts';
import { observeNodes } from '../observe-nodes.ts';
import type { Facts } from '../step-run.ts';
import type { Effect } from './effect.ts';
import { runSetUp, type SetUpOutcome } from './run-set-up.ts';

/** What its peers are to the control node: their names with their addresses, and their host keys. */
const stages: readonly GuestStage[] = ['names', 'control'];
/** It has been ready for long; a host that is busy makes a login slow. */
const limitMs = 30_000;

/**
 * Tells the running guest of the control node what it does not know of its peers by the record; nothing else in it is
 * changed, and nothing is agreed to. What keeps it from being told is a warning: `up` tells it.
 */
export const introducePeers: Effect<'introduce_peers'> = async (context) => {
  const record = recordOf(context);
  if (!owedToGuest(record, context.ledger.document).includes('peer_keys')) return ok({});
  const told = await tell(context, record);
  if (told.ok || told.failures.some(({ reason }) => reason === 'interrupted')) return told;
  return untold(context, told.failures.map((each) => describeFailure(each).message).join('; '));
};

async function tell(context: NodeContext, record: NodeRecord): Promise<Result<Facts>> {
  const { guest, identifiers } = context.ports;
  const seen = (await observeNodes(context.ports, [record])).get(record.uuid);
  if (seen?.kind === 'not_running') return untold(context, 'its VM does not run');
  const pinned = await guest.pinHostKeys(hostKeyEntries(context.ledger.document));
  const target = pinned.ok ? guestTarget(record) : pinned;
  if (!target.ok) return target;
  context.ports.events.emit({ kind: 'waiting', node: context.name, what: 'ssh in the guest', limitMs });
  const ready = await guest.awaitReady(target.value, { limitMs, signal: context.signal });
  if (!ready.ok) return ready;
  const { seen: guestNow } = ready.value;
  const { document } = context.ledger;
  const wanted = desiredSetUp(record, { document, lab: appliedLab(document), sha256: identifiers.sha256 });
  const specHash = guestNow.marker?.uuid === record.uuid ? guestNow.marker.specHash : null;
  if (specHash === null) return untold(context, 'its guest is not set up');
  // The hash in its marker is what it was set up for, and stays that.
  const desired = { ...wanted, specHash: specHash as typeof wanted.specHash };
  const ended = await runSetUp(context, { target: target.value, desired, seen: guestNow, stages });
  if (!ended.ok) return ended;
  const { warnings, stages: done } = ended.value;
  if (done.control !== 'ok') return untold(context, warnings.join('; '), withOutcome(context, ended.value));
  return ok({ outputs: toldAfter(desired, done), change: introduced(context, ended.value) });
}

function untold(context: NodeContext, why: string, change?: Facts['change']): Result<Facts> {
  const text = `it was not told the host keys of its peers, up tells it: ${why}`;
  context.ports.events.emit({ kind: 'warning', node: context.name, text });
  return ok(change === undefined ? {} : { change });
}

function introduced(context: NodeContext, outcome: SetUpOutcome): NonNullable<Facts['change']> {
  const at = context.ports.clock.now();
  const known = withOutcome(context, outcome);
  return (document: StateDocument) => {
    const operationId = document.operation?.id ?? null;
    const key = `${operationId ?? ''}/${context.name}/peers.introduced`;
    const text = 'told the host keys of its peers';
    return recordEvent(known(document), { key, at, kind: 'peers.introduced', node: context.name, operationId, text });
  };
}

/** Only what these stages have to say is new. */
function withOutcome(context: NodeContext, outcome: SetUpOutcome): NonNullable<Facts['change']> {
  const { controlKey } = deploymentOf(context);
  const isOld = (warning: string): boolean => !stages.some((stage) => warning.startsWith(`${stage}: `));
  const { names, control } = outcome.stages;
  const ended = { ...(names === undefined ? {} : { names }), ...(control === undefined ? {} : { control }) };
  return changeRecord(context.name, (record) => {
    const { guest } = record;
    if (guest === null) return record;
    const warnings = [...guest.warnings.filter(isOld), ...outcome.warnings];
    const key = control === 'ok' ? controlKey : guest.controlKey;
    return { ...record, guest: { ...guest, stages: { ...guest.stages, ...ended }, controlKey: key, warnings } };
  });
}
