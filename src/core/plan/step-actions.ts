import { unreachable } from '../unreachable.ts';
import type { NodeRecord, RetainedDisk } from '../state/document.ts';
import type { Part } from '../state/part.ts';
import type { Uuid } from '../names.ts';
import type { PortForward } from '../spec/envelope.ts';
import type { Action } from './action.ts';
import { guestGrowth } from './guest-growth.ts';
import { resizeActions } from './resize-actions.ts';
import { startActions } from './start-actions.ts';
import { creationActions, destructionActions, recordedStopped } from './node-actions.ts';
import { noNode } from './no-node.ts';
import type { Authorized, Grant } from './grant.ts';
import { type OtherLives, removalActions, stopActions } from './other-lives.ts';
import { replacementActions } from './replacement-actions.ts';

/** Grants whose steps this version knows; the commands that would ask for the others are not there yet. */
export type StepGrant = Extract<
  Grant,
  { kind: 'create' | 'converge' | 'start' | 'stop' | 'restart' | 'resize' | 'recreate' | 'destroy' }
>;

export interface NodeFacts {
  /** For a creation that begins: the new record, with every part pending. */
  readonly record: NodeRecord;
  /** What was observed just now; `unknown` only for grants that end a VM, whose driver proves its end itself. */
  readonly vm: 'running' | 'not_running' | 'unknown';
  /** Whether a running guest answered just now; a guest that was set up once may have to be waited for again. */
  readonly guest: 'ready' | 'silent' | 'not_asked';
  /** Its QEMU is there, though `vm` may say that it does not run: it stands still. */
  readonly launched?: boolean;
  /** Left out for a node that has one life. */
  readonly others?: OtherLives;
  /** Forwards that a running VM is to have instead of its own; absent when it has the right ones. */
  readonly forwards?: readonly PortForward[];
}

const oneLife: OtherLives = { coming: null, going: [] };

/**
 * The steps that a grant means for this node, in order; empty when there is nothing to do. Only what the grant covers is
 * in it, and each value carries the grant's authority.
 */
export function stepActions(grant: Authorized<StepGrant>, facts: NodeFacts): readonly Authorized<Action>[] {
  return actionsOf(grant, facts).map((action) => action as Authorized<Action>);
}

export interface WholeFacts {
  readonly retained: readonly RetainedDisk[];
  /** Of the deployment; after its end a fresh one. */
  readonly uuid: Uuid;
}

/** What a command does once every node is gone: the kept disks, and last, for a purge, the home itself. */
export function wholeActions(
  grant: Authorized<Extract<Grant, { kind: 'purge' | 'delete_retained' }>>,
  { retained, uuid }: WholeFacts,
): readonly Authorized<Action>[] {
  const disks = retained.map(
    // The VM that had it is gone: the disk's own UUID is the identity that counts.
    ({ node, disk, diskUuid }): Action => ({ kind: 'remove_retained_disk', node, uuid: diskUuid, disk, diskUuid }),
  );
  const home: readonly Action[] = grant.kind === 'purge' ? [{ kind: 'erase_home', node: noNode, uuid }] : [];
  return [...disks, ...home].map((action) => action as Authorized<Action>);
}

function actionsOf(grant: StepGrant, facts: NodeFacts): readonly Action[] {
  const own = ownActions(grant, facts);
  const { coming, going } = facts.others ?? oneLife;
  const others = coming === null ? going : [coming, ...going];
  switch (grant.kind) {
    case 'recreate':
      return coming === null ? finished(own, facts) : [...stopActions(going), ...own];
    case 'converge':
      return finished(own, facts);
    case 'destroy':
      return [...stopActions(others), ...others.flatMap((life) => removalActions(life, [facts.record])), ...own];
    case 'create':
    case 'start':
    case 'stop':
    case 'restart':
    case 'resize':
      return [...stopActions(others), ...own];
    default:
      return unreachable(grant);
  }
}

/** What was replaced or given up goes when the node's own guest is ready. */
function finished(own: readonly Action[], { record, others = oneLife }: NodeFacts): readonly Action[] {
  const lives = others.coming === null ? others.going : [others.coming, ...others.going];
  return [...stopActions(lives), ...own, ...lives.flatMap((life) => removalActions(life, [record]))];
}

function ownActions(grant: StepGrant, facts: NodeFacts): readonly Action[] {
  const { record } = facts;
  const target = { node: record.name, uuid: record.uuid };
  switch (grant.kind) {
    case 'create':
      return creationActions(record, provenPower(facts));
    case 'recreate':
      return replacing(facts);
    case 'converge':
    case 'start':
      return provenPower(facts) === 'running'
        ? [...otherForwards(facts), ...unfinishedGuest(facts)]
        : startActions(record);
    case 'stop':
      return recordedStopped(record) && facts.vm === 'not_running'
        ? []
        : [{ kind: 'stop_vm', ...target, force: grant.force }];
    case 'restart':
      return [{ kind: 'stop_vm', ...target, force: false }, ...startActions(record)];
    case 'resize':
      return resizeActions(record, {
        vm: provenPower(facts),
        launched: facts.launched ?? false,
        restart: grant.allowRestart,
      });
    case 'destroy':
      return destructionActions(record, grant);
    default:
      return unreachable(grant);
  }
}

/** Without a new life there is one that already runs, or is to: it is only brought to its end. */
function replacing(facts: NodeFacts): readonly Action[] {
  const { record: own, vm, others } = facts;
  if (others === undefined || others.coming === null) {
    return provenPower(facts) === 'running' ? [...otherForwards(facts), ...unfinishedGuest(facts)] : startActions(own);
  }
  return replacementActions({ own, vm, coming: others.coming, going: others.going });
}

function otherForwards({ record, forwards }: NodeFacts): readonly Action[] {
  const { name: node, uuid } = record;
  return forwards === undefined ? [] : [{ kind: 'forward_ports', node, uuid, ports: forwards }];
}

function unfinishedGuest({ record, guest }: NodeFacts): readonly Action[] {
  const { name: node, uuid, parts } = record;
  const part: Part | undefined = parts.find((each) => each.kind === 'guest');
  const isSetUp = part?.state === 'complete' && guest !== 'silent';
  return [...(isSetUp ? [] : [{ kind: 'set_up_guest', node, uuid } as const]), ...guestGrowth(record)];
}

/** A start is never begun on a guess: the caller has refused what cannot be told. */
function provenPower({ vm, record }: NodeFacts): 'running' | 'not_running' {
  if (vm === 'unknown') throw new Error(`node ${record.name}: a start was asked for without evidence about its VM`);
  return vm;
}
