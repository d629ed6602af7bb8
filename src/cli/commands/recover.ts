import { failure } from '../../core/failure.ts';
import type { RecoverReport } from '../../core/report/recover-report.ts';
import { adoptText } from '../../ui/adopt-text.ts';
import { recoverDocument } from '../../ui/recover-document.ts';
import { recoverText } from '../../ui/recover-text.ts';
import { carriedByLab } from '../carried-by-lab.ts';
import type { CliPorts, Command, CommandOutcome, Invocation } from '../command.ts';
import { nodesArgument, yesOption } from '../option-specs.ts';
import { scopeOf } from '../scope-of.ts';

export const recoverCommand: Command = {
  name: 'recover',
  summary: 'judge what an interrupted command left, by evidence; starts, stops and deletes nothing',
  arguments: [nodesArgument],
  options: [
    { flags: '--dry-run', description: 'look and judge, and record nothing' },
    { flags: '--adopt', description: 'rebuild a lost or damaged record from what is there; shows it and asks' },
    yesOption,
    { flags: '--accept', description: 'you have looked: nothing of what could not be judged is left' },
  ],
  examples: [
    'paddock recover --dry-run',
    'paddock recover',
    'paddock recover --accept node-1',
    'paddock recover --adopt',
  ],
  async run(invocation) {
    const accepted = invocation.options['accept'] === true;
    const nodes = scopeOf(invocation);
    if (nodes !== null && !accepted) return wrong('names of nodes go with --accept; without it every step is judged');
    const adopts = invocation.options['adopt'] === true;
    if (adopts && accepted)
      return wrong('--adopt does not go with --accept: one is about records, the other about steps');
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    if (adopts) return adoptOutcome(ports.value, invocation);
    const { recover } = await import('../../engine/recover.ts');
    const report = await recover(ports.value, {
      dryRun: invocation.options['dryRun'] === true,
      accept: accepted ? { nodes } : null,
      signal: invocation.signal,
    });
    if (!report.ok) return { kind: 'failed', failures: report.failures, report: null };
    return outcomeOf(report.value, invocation);
  },
};

async function adoptOutcome(ports: CliPorts, { options, signal }: Invocation): Promise<CommandOutcome> {
  const { adopt } = await import('../../engine/adopt.ts');
  const dryRun = options['dryRun'] === true;
  const report = await adopt(ports, { yes: options['yes'] === true, dryRun, signal });
  if (!report.ok) return { kind: 'failed', failures: report.failures, report: null };
  return { kind: 'result', exit: 0, document: report.value, text: adoptText(report.value, { dryRun }) };
}

async function outcomeOf(report: RecoverReport, invocation: Invocation): Promise<CommandOutcome> {
  const steps = report.operations.flatMap((operation) => operation.steps);
  const carried = await carriedByLab(
    steps.map(({ next }) => next),
    invocation,
  );
  const drawn = { document: recoverDocument(report, carried), text: recoverText(report, carried) };
  const undecided = report.operations.filter((operation) =>
    operation.steps.some(
      ({ verdict, evidence }) => verdict === 'manual' || (verdict === 'retry' && evidence.seen.kind === 'unknown'),
    ),
  );
  if (undecided.length === 0 || report.dryRun) return { kind: 'result', exit: 0, ...drawn };
  const failures = undecided.map(({ id, command, steps }) =>
    failure('recovery_undecided', {
      operationId: id,
      command,
      evidence: steps.flatMap((step) => step.check ?? []),
      manual: steps.some(({ verdict }) => verdict === 'manual'),
    }),
  );
  return { kind: 'failed', failures, report: { ...drawn, status: 'error' } };
}

function wrong(problem: string): CommandOutcome {
  return { kind: 'failed', failures: [failure('usage_error', { problem })], report: null };
}
