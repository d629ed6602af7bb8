import { makePlan } from '../../core/plan/make-plan.ts';
import type { Plan } from '../../core/plan/plan.ts';
import { ok, type Result } from '../../core/result.ts';
import type { StateDocument } from '../../core/state/document.ts';
import { planDocument } from '../../ui/plan-document.ts';
import { planText } from '../../ui/plan-text.ts';
import type { Command, Invocation } from '../command.ts';
import { fileOption, nodesArgument } from '../option-specs.ts';
import { readDesiredOrApplied } from '../read-desired.ts';
import type { ReadingPorts } from '../reading-ports.ts';
import { scopeOf } from '../scope-of.ts';

/** Exit status of `--exit-code` when anything is not settled. */
const unsettledExit = 10;

export const planCommand: Command = {
  name: 'plan',
  summary: 'compare the manifest with what exists; changes nothing',
  arguments: [nodesArgument],
  options: [fileOption, { flags: '--exit-code', description: 'exit with 10 when anything is not settled' }],
  examples: ['paddock plan', 'paddock plan node-1 --json', 'paddock plan --exit-code'],
  async run(invocation) {
    const ports = await invocation.reading();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const plan = await planOf(ports.value, invocation);
    if (!plan.ok) return { kind: 'failed', failures: plan.failures, report: null };
    const probed = await ports.value.rememberedAccelerator();
    const { carried, colour } = invocation;
    const isSettled = plan.value.nodes.every((node) => node.settled);
    return {
      kind: 'result',
      exit: invocation.options['exitCode'] === true && !isSettled ? unsettledExit : 0,
      document: planDocument(plan.value, { probed, carried }),
      text: planText(plan.value, { probed, carried, colour }),
    };
  },
};

async function planOf(ports: ReadingPorts, invocation: Invocation): Promise<Result<Plan>> {
  const document = await ports.store.read();
  if (!document.ok) return document;
  const isRecorded = (document.value?.deployment ?? null) !== null;
  const registered = isRecorded ? ok(null) : await nothingLost(ports, document.value);
  if (!registered.ok) return registered;
  const desired = await readDesiredOrApplied(ports, invocation);
  if (!desired.ok) return desired;
  const plan = makePlan({
    desired: desired.value.deployment,
    source: desired.value.source,
    document: document.value,
    scope: scopeOf(invocation),
    sha256: ports.identifiers.sha256,
  });
  // What would be made could be there already, and then `up` refuses to make it.
  const isMaking =
    plan.ok && plan.value.nodes.some(({ outcome, committed }) => outcome === 'create' && committed === null);
  if (!isMaking || !isRecorded) return plan;
  const lost = await nothingLost(ports, document.value);
  return lost.ok ? plan : lost;
}

/** No node stands in the home that the record does not name. */
async function nothingLost(ports: ReadingPorts, document: StateDocument | null): Promise<Result<unknown>> {
  const [looking, { unknownFolders }] = await Promise.all([ports.looking(), import('../../engine/unknown-folders.ts')]);
  const looked = await unknownFolders(looking, document);
  if (!looked.ok || looked.value.unknown.length === 0) return looked;
  const { requireRegistered } = await import('../../engine/unregistered-nodes.ts');
  return requireRegistered(looking, document, 'all');
}
