import pLimit from 'p-limit';
import type { Evidence } from '../../core/recovery/evidence.ts';
import { evidenceNeeded } from '../../core/recovery/judge-step.ts';
import type { Interrupted } from '../../core/recovery/discover.ts';
import { notAsked, type StepEvidence } from '../../core/recovery/step-evidence.ts';
import { findLife, type LifeTarget } from '../../core/state/find-life.ts';
import type { StateDocument } from '../../core/state/document.ts';
import type { StepRecord } from '../../core/state/operation.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Hypervisor } from '../../ports/hypervisor.ts';
import { observeAgain } from '../observe-again.ts';
import { vmTarget } from '../vm-target.ts';
import { type FilePorts, fileEvidence } from './file-evidence.ts';

/** Probes under way at once; each is bounded to 10 s by its port. */
const probesAtOnce = 4;

/** All that evidence may reach: by its type it cannot change anything. */
export interface EvidencePorts extends FilePorts {
  readonly hypervisor: Pick<Hypervisor, 'observe' | 'inspectImage'>;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** What is seen of every open step, by its id. No commit is open meanwhile and nobody is blocked. */
export async function gatherEvidence(
  ports: EvidencePorts,
  document: StateDocument,
  { open }: Interrupted,
): Promise<ReadonlyMap<string, StepEvidence>> {
  const limit = pLimit(probesAtOnce);
  const vms = new Map<string, Promise<Evidence | null>>();
  const ofVm = (step: StepRecord): Promise<Evidence | null> => {
    const { uuid } = step.action;
    const asked = vms.get(uuid) ?? limit(() => observe(ports, document, step.action));
    vms.set(uuid, asked);
    return asked;
  };
  const look = async (step: StepRecord): Promise<StepEvidence> => {
    switch (evidenceNeeded(step)) {
      case 'nothing':
        return notAsked;
      case 'file':
        return limit(async () => ({ about: 'file' as const, seen: await fileEvidence(ports, document, step) }));
      case 'vm': {
        const seen = await ofVm(step);
        return seen === null ? notAsked : { about: 'vm', seen };
      }
    }
  };
  return new Map(await Promise.all(open.map(async (step) => [step.id, await look(step)] as const)));
}

/** Null where no record tells which VM it would be. */
async function observe(ports: EvidencePorts, document: StateDocument, life: LifeTarget): Promise<Evidence | null> {
  const record = findLife(document, life);
  if (record === undefined) return null;
  return observeAgain(ports, vmTarget(ports.layout, record));
}
