import { disksToTake } from '../core/plan/disks-to-take.ts';
import { deletedWith } from '../core/plan/deleted-with.ts';
import type { NodeSpec } from '../core/spec/node-spec.ts';
import type { StateDocument } from '../core/state/document.ts';
import { takeableDisks } from '../core/state/kept-disks.ts';
import type { PortForward } from '../core/spec/envelope.ts';
import { forwardWords } from '../core/state/forward-words.ts';
import { liveForwards } from '../core/state/live-forwards.ts';
import { isStartDue } from '../core/state/open-resize.ts';
import type { NodeNeed } from './assess-plan.ts';
import { begunResize } from './begun-resize.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { Needs } from './preflight/findings.ts';
import type { Reviewed } from './review-plan.ts';

/** What the command needs from the host; null when it starts nothing, and then only ports may have to be free. */
export function planNeeds(
  ports: EnginePorts,
  work: {
    readonly reviewed: Reviewed;
    readonly needs: readonly NodeNeed[];
    readonly document: StateDocument | null;
  },
): Needs | null {
  const { starting, replacing, begun, existing, resizing } = needed(work.needs);
  if (starting.length === 0 && resizing.length === 0) return null;
  const { envelope, runtime } = work.reviewed.plan;
  return {
    arch: envelope.arch === 'native' ? ports.resources.arch() : envelope.arch,
    runtime,
    userData: work.reviewed.userData,
    sharing: work.reviewed.plan.nodes.flatMap(({ name, desired }) =>
      desired === null ? [] : [{ node: name, shares: desired.spec.shares }],
    ),
    creates: starting.filter(isNew).map((node) => node.desired.spec),
    replaces: replacing.flatMap(({ record: own, desired, launched }) =>
      own === null ? [] : [{ own, spec: desired.spec, launched }],
    ),
    kept: starting
      .filter((node) => isNew(node) || node.need === 'replace')
      .flatMap(({ desired }) => keptFor(desired.spec, work.document)),
    resizes: resizing.map(({ record }) => record),
    starts: [...existing, ...begun, ...resizing.filter(({ record }) => isStartDue(record))]
      .filter(({ launched }) => !launched)
      .map(({ record }) => record),
    restarts: [...existing.filter(({ need }) => need === 'restart'), ...begun, ...resizing.filter(mayRestart)]
      .filter(({ launched }) => launched)
      .map(({ record }) => record),
    forwards: newForwards(work.needs),
  };
}

/** The nodes by what is to become of them. */
function needed(needs: readonly NodeNeed[]) {
  const starting = needs.filter(({ need }) => starts[need]);
  const replacing = starting.filter(({ need }) => need === 'replace');
  return {
    starting,
    replacing,
    // A life that was begun is checked like a node that exists in part.
    begun: replacing.flatMap(({ others, launched }) =>
      others.coming === null ? [] : [{ record: others.coming, launched }],
    ),
    existing: starting
      .filter(({ need }) => need !== 'replace')
      .flatMap(({ record, launched, need }) => (record === null ? [] : [{ record, launched, need }])),
    resizing: needs.flatMap((node) => {
      const record = begunResize(node);
      return record === null ? [] : [{ record, launched: node.launched, grant: node.grant }];
    }),
  };
}

function keptFor(spec: NodeSpec, document: StateDocument | null): Needs['kept'] {
  if (document === null) return [];
  return disksToTake(spec.disks, takeableDisks(document, spec.name)).map(({ disk, wanted }) => ({
    disk,
    wanted,
    deletedWith: deletedWith(document, spec),
  }));
}

const starts = {
  create: true,
  start: true,
  restart: true,
  replace: true,
  resize: false,
  set_up: false,
  forward: false,
  finish: false,
  nothing: false,
} as const satisfies { readonly [N in NodeNeed['need']]: boolean };

function isNew({ need, record, others }: NodeNeed): boolean {
  return need === 'replace' ? others.coming === null : record === null;
}

function mayRestart({ grant }: Pick<NodeNeed, 'grant'>): boolean {
  return grant.kind === 'resize' && grant.allowRestart;
}

/** Forwards that no VM of these nodes has yet: what one of them gives up, another may take. */
export function newForwards(needs: readonly NodeNeed[]): readonly PortForward[] {
  const held = new Set(needs.flatMap(({ launched, record }) => (launched && record !== null ? heldPorts(record) : [])));
  const wanted = needs.filter((node) => {
    const { need, forwards, launched } = node;
    return (
      forwards === 'differ' ||
      need === 'restart' ||
      need === 'replace' ||
      (need === 'resize' && mayRestart(node)) ||
      (!launched && (need === 'create' || need === 'start'))
    );
  });
  return wanted.flatMap(({ desired }) => desired.ports.filter((forward) => !held.has(hostPortOf(forward))));
}

function heldPorts(record: NonNullable<NodeNeed['record']>): readonly string[] {
  return liveForwards(record).map((words) => words.slice(0, words.lastIndexOf(':')));
}

function hostPortOf(forward: PortForward): string {
  const [words = ''] = forwardWords([forward]);
  return words.slice(0, words.lastIndexOf(':'));
}
