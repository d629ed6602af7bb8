import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { Guest, GuestFacts, GuestTarget } from '../ports/guest.ts';
import type { TogetherEnd } from '../ports/programs.ts';
import { checkArguments, checkGuest, judgeCheck, mostCheckBytes } from './check-guest.ts';
import { checkLimitMs, notReady } from './guest-facts.ts';
import type { GuestWorld } from './guest-world.ts';

interface Asked {
  readonly target: GuestTarget;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (looked: Promise<Result<GuestFacts>>) => void;
}

/** Looks at guests: those that are asked about in one turn of the event loop are looked at together, one login each. */
export function createChecks(world: GuestWorld): Guest['check'] {
  let waiting: Asked[] = [];
  const begin = (): void => {
    const asked = waiting;
    waiting = [];
    for (const signal of new Set(asked.map((each) => each.signal))) {
      checkTogether(
        world,
        asked.filter((each) => each.signal === signal),
        signal,
      );
    }
  };
  return (target, signal) =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(begin);
      waiting.push({ target, signal, resolve });
    });
}

function checkTogether(world: GuestWorld, asked: readonly Asked[], signal: AbortSignal | undefined): void {
  const limits = signal === undefined ? {} : { signal };
  const alone = ({ target }: Asked) => checkGuest(world, target, limits);
  if (asked.length === 1) {
    for (const each of asked) each.resolve(alone(each));
    return;
  }
  const began = Date.parse(world.clock.now());
  const ends = world.programs.runTogether({
    programs: asked.map(({ target }) => ({ executable: 'ssh', arguments: checkArguments(target) })),
    cwd: world.keysFolder,
    timeoutMs: checkLimitMs,
    maxStdoutBytes: mostCheckBytes,
    ...limits,
  });
  for (const [index, each] of asked.entries()) {
    const looked = async () => {
      const end = (await ends)[index] ?? 'unknown';
      return isAnswer(end) ? told(world, each.target, { end, asked: began }) : alone(each);
    };
    each.resolve(looked());
  }
}

type Answer = Exclude<TogetherEnd, 'unknown'>;

/** ssh could not be started, or nobody knows how it ended: the look at this one guest alone tells why. */
function isAnswer(end: TogetherEnd): end is Answer {
  return end !== 'unknown' && (typeof end === 'string' || (end.exitStatus !== 126 && end.exitStatus !== 127));
}

function told(
  world: GuestWorld,
  target: GuestTarget,
  { end, asked }: { readonly end: Answer; readonly asked: number },
): Result<GuestFacts> {
  if (end === 'aborted') return fail(failure('interrupted', { command: 'ssh' }));
  if (end === 'timeout') return notReady(target, checkLimitMs, 'ssh did not finish in time');
  return judgeCheck(world, target, { ran: ok(end), limitMs: checkLimitMs, asked });
}
