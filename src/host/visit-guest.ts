import { seenMark, readVisit, visitCommand } from '../core/guest/visit-command.ts';
import { sshArgv } from '../core/guest/ssh-argv.ts';
import { ok, type Result } from '../core/result.ts';
import type { GuestFacts, GuestTarget, GuestWork, ReadyGuest } from '../ports/guest.ts';
import type { ProgramOutput, ProgramRequest } from '../ports/programs.ts';
import { anyExitStatus } from './any-exit-status.ts';
import { checkLimitMs, guestFacts, noFacts, notReady } from './guest-facts.ts';
import { sshFiles, type GuestWorld } from './guest-world.ts';
import { judgeScript } from './judge-script.ts';
import { scriptFile, sentScript, sessionLimitMs } from './send-script.ts';

const maxStdoutBytes = (1024 + 64) * 1024;

export interface VisitLimits {
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/**
 * One login with the pinned key that reads the instance id and then runs a script: a second login costs a slow guest half a
 * second. Fails like checkGuest, and in its time; what becomes of the script is no failure of the visit.
 */
export async function visitGuest(
  world: GuestWorld,
  target: GuestTarget,
  { limitMs, signal, work }: VisitLimits & { readonly work: GuestWork },
): Promise<Result<ReadyGuest>> {
  const lookLimitMs = Math.min(checkLimitMs, limitMs);
  const asked = Date.parse(world.clock.now());
  const session = await openSession(world, target, { work, signal });
  const looked = await session.look(lookLimitMs);
  if (looked === 'late') {
    await session.close();
    return notReady(target, lookLimitMs, 'ssh did not finish in time');
  }
  if (looked === 'ended') return noFacts(target, lookLimitMs, await session.ended);
  const seen = guestFacts(world, target, { asked, stdout: looked.stdout });
  if (!seen.ok) {
    await session.close();
    return seen;
  }
  const input = await inputOf(work, seen.value, session);
  if (input === null) return ok({ seen: seen.value, ran: null });
  session.send(await sentScript(world, { ...work, stdin: input }));
  return ok({ seen: seen.value, ran: judgeScript(target, work, saidByScript(await session.ended)) });
}

/** Whatever comes of it, no session stays open without a script. */
async function inputOf(work: GuestWork, seen: GuestFacts, session: Session): Promise<string | null> {
  let input: string | null = null;
  try {
    input = await work.input(seen);
    return input;
  } finally {
    if (input === null) await session.close();
  }
}

function saidByScript(ran: Result<ProgramOutput>): Result<ProgramOutput> {
  return ran.ok ? ok({ ...ran.value, stdout: readVisit(ran.value.stdout)?.said ?? '' }) : ran;
}

interface Session {
  /** What the guest showed of itself, as soon as it is whole. */
  readonly look: (limitMs: number) => Promise<{ readonly stdout: string } | 'ended' | 'late'>;
  readonly send: (bytes: Uint8Array) => void;
  readonly ended: Promise<Result<ProgramOutput>>;
  readonly close: () => Promise<void>;
}

async function openSession(
  world: GuestWorld,
  target: GuestTarget,
  { work, signal }: { readonly work: GuestWork; readonly signal: AbortSignal },
): Promise<Session> {
  const command = visitCommand(await scriptFile(world, 'run-script'));
  const closing = new AbortController();
  const input = promised<Uint8Array>();
  const shown = promised<{ readonly stdout: string }>();
  const ended = world.programs.run({
    executable: 'ssh',
    arguments: sshArgv(target, sshFiles, { command, terminal: false, connectTimeoutSeconds: checkLimitMs / 1000 }),
    packages: 'openssh-client',
    cwd: world.keysFolder,
    stdin: input.promise,
    timeoutMs: checkLimitMs + sessionLimitMs(work),
    accept: anyExitStatus,
    maxStdoutBytes,
    onLine: untilMark(shown.resolve),
    signal: AbortSignal.any([signal, closing.signal]),
  });
  return {
    async look(limitMs) {
      const timer = new AbortController();
      const late = world.clock.sleep(limitMs, timer.signal).then(() => 'late' as const);
      const looked = await Promise.race([shown.promise, ended.then(() => 'ended' as const), late]);
      timer.abort();
      return looked;
    },
    send: input.resolve,
    ended,
    async close() {
      closing.abort();
      await ended;
    },
  };
}

/** Takes the lines of stdout up to the mark. */
function untilMark(resolve: (shown: { readonly stdout: string }) => void): NonNullable<ProgramRequest['onLine']> {
  const lines: string[] = [];
  let done = false;
  return (line, from) => {
    if (done || from === 'stderr') return;
    done = line === seenMark;
    if (done) resolve({ stdout: lines.join('\n') });
    else lines.push(line);
  };
}

function promised<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
