import pLimit from 'p-limit';
import { type Failure, failure } from '../core/failure.ts';
import type { ProvisionCommand } from '../core/guest/provision-command.ts';
import type { NodeName } from '../core/names.ts';
import type { ProvisionedNode, ProvisionReport } from '../core/report/provision-report.ts';
import { ok, type Result } from '../core/result.ts';
import type { GuestOutput, GuestTarget } from '../ports/guest.ts';
import type { EnginePorts } from './engine-ports.ts';
import { findGuests } from './find-guests.ts';
import { OutputTail } from './output-tail.ts';

export interface ProvisionRequest extends ProvisionCommand {
  readonly scope: readonly string[] | null;
  readonly script: Uint8Array;
  /** Characters kept of all output together. */
  readonly keep: number;
  /** Takes output as it comes; the script waits meanwhile. `nodes` is how many run. */
  readonly onOutput: (output: NodeOutput) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface NodeOutput extends GuestOutput {
  readonly node: NodeName;
  readonly nodes: number;
}

/** What the guest says of a script that it ended. One may also end with it, but then before the limit. */
const endedAtLimit = 124;
/** Scripts that run side by side. */
const scriptsAtOnce = 32;

/** Runs one script in the named nodes, or in all: side by side, each with its own output and end. */
export async function provision(ports: EnginePorts, request: ProvisionRequest): Promise<Result<ProvisionReport>> {
  const found = await findGuests(ports, { scope: request.scope, command: 'provision' });
  if (!found.ok) return found;
  const limit = pLimit(scriptsAtOnce);
  const nodes = await Promise.all(
    found.value.map((target) => limit(() => provisionNode(ports, request, { target, nodes: found.value.length }))),
  );
  return ok({ status: statusOf(nodes), nodes });
}

async function provisionNode(
  { guest, clock }: EnginePorts,
  request: ProvisionRequest,
  { target, nodes }: { readonly target: GuestTarget; readonly nodes: number },
): Promise<ProvisionedNode> {
  const { script, sudo, timeoutSeconds, signal, onOutput } = request;
  const keep = Math.floor(request.keep / (2 * nodes));
  const tails = { stdout: new OutputTail(keep), stderr: new OutputTail(keep) };
  const start = clock.monotonicMs();
  const ran = await guest.provision(target, {
    ...{ script, sudo, timeoutSeconds, signal },
    onOutput: async (output) => {
      tails[output.from].add(output.text);
      await onOutput({ ...output, node: target.name, nodes });
    },
  });
  const timedOut = ran.ok
    ? ran.value === endedAtLimit && clock.monotonicMs() - start >= timeoutSeconds * 1000
    : hasTimedOut(ran.failures);
  const [stdout, stderr] = [tails.stdout.end(), tails.stderr.end()];
  return {
    name: target.name,
    exitStatus: ran.ok && !timedOut ? ran.value : null,
    timedOut,
    stdout: stdout.text,
    stderr: stderr.text,
    truncated: stdout.truncated || stderr.truncated,
    failure: failureOf(target.name, ran, { timedOut, seconds: timeoutSeconds }),
  };
}

function hasTimedOut(failures: readonly Failure[]): boolean {
  return failures.some((each) => each.reason === 'command_failed' && each.command.timedOut);
}

function failureOf(
  node: NodeName,
  ran: Result<number>,
  { timedOut, seconds }: { readonly timedOut: boolean; readonly seconds: number },
): Failure | null {
  if (timedOut) return failure('script_timed_out', { node, seconds });
  if (ran.ok) return ran.value === 0 ? null : failure('script_failed', { node, exitStatus: ran.value });
  return ran.failures[0] ?? null;
}

function statusOf(nodes: readonly ProvisionedNode[]): ProvisionReport['status'] {
  const failures = nodes.flatMap((node) => node.failure ?? []);
  if (failures.length === 0) return 'complete';
  if (failures.some((each) => each.reason === 'interrupted')) return 'cancelled';
  return failures.length < nodes.length ? 'partial' : 'error';
}
