import type { Interrupted } from '../../core/recovery/discover.ts';
import { intentOf } from '../../core/recovery/intent-of.ts';
import { judgeStep } from '../../core/recovery/judge-step.ts';
import type { JudgedStep } from '../../core/recovery/settle-operation.ts';
import { notAsked, type StepEvidence } from '../../core/recovery/step-evidence.ts';
import type { StateDocument } from '../../core/state/document.ts';
import type { StepRecord } from '../../core/state/operation.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Processes } from '../../ports/processes.ts';
import type { EvidencePorts } from './gather-evidence.ts';

export interface JudgingPorts extends EvidencePorts {
  readonly processes: Pick<Processes, 'inspect'>;
  readonly clock: Pick<Clock, 'sleep' | 'now'>;
}

export interface Judging {
  readonly interrupted: Interrupted;
  readonly evidence: ReadonlyMap<string, StepEvidence>;
  readonly accepts: (node: string) => boolean;
}

/** The verdict on every open step, with the VM that was found where there is one to adopt. */
export function judgeSteps(
  ports: Pick<JudgingPorts, 'processes'>,
  document: StateDocument,
  { interrupted, evidence, accepts }: Judging,
): readonly JudgedStep[] {
  const { operation, open } = interrupted;
  return open.map((step) => {
    const seen = evidence.get(step.id) ?? notAsked;
    const intent = intentOf(document, operation, step);
    const verdict = judgeStep({ kind: step.action.kind, state: step.state }, { evidence: seen, intent });
    const judged = withFound(ports, { step, evidence: seen, verdict, found: null, accepted: false });
    if (judged.verdict !== 'manual' || !accepts(step.action.node)) return judged;
    return { ...judged, verdict: 'lost', accepted: true };
  });
}

/** A VM whose process cannot be read cannot be recorded as ours. */
function withFound({ processes }: Pick<JudgingPorts, 'processes'>, judged: JudgedStep): JudgedStep {
  const { verdict, evidence } = judged;
  if (verdict !== 'adopt' || evidence.about !== 'vm' || evidence.seen.kind !== 'running') return judged;
  const { pid, paused } = evidence.seen;
  const process = pid === null ? null : processes.inspect(pid);
  if (process?.kind !== 'present') return { ...judged, verdict: 'manual' };
  return { ...judged, found: { identity: process.identity, paused } };
}

/** True for a step that nobody can judge from here without a person. */
export function isUndecided({ verdict, evidence }: JudgedStep): boolean {
  return verdict === 'manual' || (verdict === 'retry' && evidence.seen.kind === 'unknown');
}

/** For messages: `step.id was running, its VM is unknown (why): manual`. */
export function judgedWords({ step, verdict, evidence }: JudgedStep): string {
  const about = evidence.about === 'vm' ? 'VM' : 'file';
  const why =
    'why' in evidence.seen ? ` (${evidence.seen.why})` : 'detail' in evidence.seen ? ` (${evidence.seen.detail})` : '';
  const seen =
    evidence.about === 'nothing' || evidence.about === 'owner' ? '' : `, its ${about} is ${evidence.seen.kind}${why}`;
  return `${step.id} was ${stateOf(step)}${seen}: ${verdict}`;
}

function stateOf(step: StepRecord): string {
  return step.state;
}
