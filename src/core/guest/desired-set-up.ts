import { compareText } from '../compare-text.ts';
import type { Sha256, SpecHash, Uuid } from '../names.ts';
import { diskSerial } from '../qemu/disk-serial.ts';
import { hashSpec } from '../spec/hash-spec.ts';
import { shareTag } from '../share/share-socket.ts';
import { sizesOf, withSizes } from '../spec/node-sizes.ts';
import type { NodeSpec, ShareSpec } from '../spec/node-spec.ts';
import { askedSpec } from '../state/asked-spec.ts';
import type { NodeRecord, StateDocument } from '../state/document.ts';
import { isResizeOpen } from '../state/open-resize.ts';
import { type GuestStage, guestStages } from './guest-stage.ts';
import type { WantedLab } from './wanted-lab.ts';

/** What the inside of one guest should be. */
export interface DesiredSetUp {
  readonly uuid: Uuid;
  readonly specHash: SpecHash;
  readonly stages: { readonly [S in GuestStage]: DesiredStage };
}

export interface DesiredStage {
  /** Over all that the stage depends on: a guest whose marker holds another one is to be set up again. */
  readonly digest: string;
  /** What the stage reads in the guest, but for what must not be known before it runs. */
  readonly lines: readonly string[];
}

export interface SetUpFacts {
  readonly document: StateDocument;
  readonly lab: WantedLab;
  readonly sha256: Sha256;
}

/** Derived from the document alone, so that what is unfinished is known without asking anything of the host. */
export function desiredSetUp(record: NodeRecord, facts: SetUpFacts): DesiredSetUp {
  const { lab, sha256 } = facts;
  const agreed = lab.specs[record.name] ?? record.spec;
  const node = isResizeOpen(record) ? withSizes(agreed, sizesOf(askedSpec(record))) : agreed;
  const lines: { readonly [S in GuestStage]: readonly string[] } = {
    hostname: [`hostname ${record.name}`],
    names: members(facts).map((peer) => `host ${[peer.address, ...namesOf(peer)].join(' ')}`),
    address: [`address ${record.address}`],
    time: [],
    control: controlLines(record, facts),
    disks: record.spec.disks.map((disk) => `disk ${diskSerial(disk.id, sha256)} ${disk.fs} ${disk.path}`),
    shares: record.spec.shares.map(shareLine),
    user_data: record.spec.userDataSha256 === null ? [] : [`user-data ${record.spec.userDataSha256}`],
  };
  const stages = guestStages.map((stage) => [stage, { lines: lines[stage], digest: digest(lines[stage], sha256) }]);
  return {
    uuid: record.uuid,
    specHash: hashSpec({ envelope: lab.envelope, node }, sha256),
    stages: Object.fromEntries(stages) as DesiredSetUp['stages'],
  };
}

function shareLine({ guest, readonly }: ShareSpec, index: number): string {
  return `share ${shareTag(index)} ${readonly ? 'ro' : 'rw'} ${guest}`;
}

function digest(lines: readonly string[], sha256: Sha256): string {
  return sha256(lines.join('\n')).slice(0, 16);
}

/** The nodes of the lab by address, those that are still to be made with them; one that is being destroyed has no name any more. */
function members({ document, lab }: SetUpFacts): readonly NodeSpec[] {
  return Object.values(lab.specs)
    .filter(({ name }) => document.nodes[name]?.life !== 'destroying')
    .sort((a, b) => compareText(padded(a.address), padded(b.address)));
}

function padded(address: string): string {
  return address.replaceAll(/\d+/gu, (digits) => digits.padStart(3, '0'));
}

function namesOf({ name, aliases }: NodeSpec): readonly string[] {
  return [name, ...aliases];
}

/**
 * Which key a guest accepts, and on the control node whom it may log in to. The key stands for its text: it never changes
 * under its UUID. A lab of one has nobody to log in to.
 */
function controlLines(record: NodeRecord, facts: SetUpFacts): readonly string[] {
  const { document, lab } = facts;
  const all = members(facts);
  if (all.length < 2 || lab.control === null) return [];
  const key = keyOf(document, lab);
  if (record.name !== lab.control) return [`accept ${key}`];
  const peers = all.filter(({ name }) => name !== record.name).flatMap((peer) => peerLine(peer, document));
  return peers.length === 0 ? [] : [`private ${key}`, ...peers];
}

/** Until the role is recorded as the plan wants it, its key is still to be named. */
function keyOf({ deployment }: StateDocument, lab: WantedLab): string {
  return deployment?.control === lab.control ? (deployment.controlKey ?? 'to-be-made') : 'to-be-made';
}

/** As a line of known_hosts. A peer whose host key is not made yet is left out, and makes another digest once it is. */
function peerLine(peer: NodeSpec, { nodes }: StateDocument): readonly string[] {
  const record = nodes[peer.name];
  const parts = record === undefined || record.life === 'destroyed' ? [] : record.parts;
  const hostKey = parts.find((part) => part.kind === 'host_key')?.outputs['publicKey'];
  if (typeof hostKey !== 'string') return [];
  return [`peer ${[...namesOf(peer), peer.address].join(',')} ${hostKey}`];
}
