import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from '../core/failure.ts';
import { launchMark } from '../core/qemu/vm-ending.ts';
import type { ProcessSpec } from '../core/qemu/vm-spec.ts';
import { type Result, fail, ok } from '../core/result.ts';
import type { FailedCommand } from '../core/state/part.ts';
import type { ProcessIdentity } from '../core/state/process-identity.ts';
import type { Owned } from '../core/state/running.ts';
import type { Processes } from '../ports/processes.ts';
import { type IdentityAnswer, askIdentity } from './ask-identity.ts';
import { ensureSocketFolder } from './ensure-socket-folder.ts';
import { appendPrivateLog, touchPrivateLog } from './private-file.ts';
import { type DetachedProcess, spawnDetached } from './spawn-detached.ts';

/** A QEMU that is not up by then never will be; on an idle host it takes a fifth of a second. */
const launchLimitMs = 30_000;
const askLimitMs = 2_000;
const pollMs = 15;

export interface LaunchOptions {
  readonly running: Owned;
  /** Whether the process that was launched may be ended although nobody knows what it is. */
  readonly mayEnd: (launched: ProcessIdentity) => Promise<boolean>;
  readonly processes: Processes;
}

/**
 * Launches a VM stopped and identifies it. If the caller dies here, QEMU stays without having run a guest instruction,
 * and is found by its sockets and its `-uuid`. It is a child of ours, so nothing that another command has launched since
 * is ever taken for it.
 */
export async function launchVm(spec: ProcessSpec, options: LaunchOptions): Promise<Result<ProcessIdentity>> {
  const folder = ensureSocketFolder(spec.sockets.monitor);
  if (!folder.ok) return folder;
  const serialLog = touchPrivateLog(spec.serialLog);
  if (!serialLog.ok) return serialLog;
  const free = await socketsAreFree(spec);
  if (!free.ok) return free;
  const owned = await options.running.stillOwned();
  if (!owned.ok) return owned;
  const marked = appendPrivateLog(spec.logFile, `${launchMark}\n`);
  if (!marked.ok) return marked;
  const launched = spawnDetached(spec);
  if (!launched.ok) return launched;
  const child = launched.value;
  const identified = await identifyChild(spec, child, options.processes);
  if (!identified.ok) await endUnknown(child, options);
  child.release();
  return identified;
}

/** A QEMU that is not known to be ours must not stay: it holds the disk, and nobody would know about it. */
async function endUnknown(child: DetachedProcess, { mayEnd, processes }: LaunchOptions): Promise<void> {
  const seen = processes.inspect(child.pid);
  if (child.ending() !== null || (seen.kind === 'present' && !(await mayEnd(seen.identity)))) return;
  child.kill();
  await Promise.race([child.ended, sleep(askLimitMs)]);
}

/** QEMU takes over a socket path before it looks at its disks, so a second one would cut off the monitor of the first. */
async function socketsAreFree(spec: ProcessSpec): Promise<Result<void>> {
  const answers = await Promise.all(
    [spec.sockets.monitor, spec.sockets.probe].map((socket) => askIdentity(socket, spec, askLimitMs)),
  );
  const taken = answers.find((answer) => answer.qmp !== 'no_listener');
  if (taken === undefined) return ok(undefined);
  return fail(
    failure('identity_mismatch', { node: spec.name, detail: `its monitor is in use already (${taken.detail})` }),
  );
}

async function identifyChild(
  spec: ProcessSpec,
  child: DetachedProcess,
  processes: Processes,
): Promise<Result<ProcessIdentity>> {
  const answer = await awaitAnswer(spec, child);
  if (answer === null) return fail(failure('qemu_exited', { node: spec.name, command: failedCommand(spec, child) }));
  if (answer.qmp !== 'ours') return fail(failure('identity_mismatch', { node: spec.name, detail: answer.detail }));
  const seen = processes.inspect(child.pid);
  if (seen.kind === 'present') return ok(seen.identity);
  if (child.ending() !== null)
    return fail(failure('qemu_exited', { node: spec.name, command: failedCommand(spec, child) }));
  return fail(failure('identity_mismatch', { node: spec.name, detail: `its process cannot be read (${seen.kind})` }));
}

/** The first real answer of the probe monitor; null when the process ended or the limit passed before there was one. */
async function awaitAnswer(spec: ProcessSpec, child: DetachedProcess): Promise<IdentityAnswer | null> {
  const deadline = performance.now() + launchLimitMs;
  while (child.ending() === null) {
    // A command that was stopped for longer than the limit still asks once.
    const isLast = performance.now() >= deadline;
    const asking = askIdentity(spec.sockets.probe, spec, askLimitMs);
    // A process that dies while it is being asked is reported at once, not when the question times out.
    const answer = await Promise.race([asking, child.ended.then(() => null)]);
    if (answer === null) return null;
    if (answer.qmp !== 'no_listener' && answer.qmp !== 'silent') return answer;
    if (isLast) return null;
    await Promise.race([sleep(pollMs), child.ended]);
  }
  return null;
}

function failedCommand(spec: ProcessSpec, child: DetachedProcess): FailedCommand {
  const ending = child.ending();
  return {
    name: basename(spec.executable),
    argv: [spec.executable, ...spec.argv],
    exitStatus: ending?.exitStatus ?? null,
    signal: ending?.signal ?? null,
    timedOut: ending === null,
    stderr: ending?.spawnError ?? child.stderr(),
  };
}
