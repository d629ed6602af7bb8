import pLimit from 'p-limit';
import type { Failure } from '../core/failure.ts';
import { describeFailure } from '../core/failure-text.ts';
import { isClockOff } from '../core/guest/is-clock-off.ts';
import type { Uuid } from '../core/names.ts';
import type { GuestAnswer } from '../core/report/status-report.ts';
import type { NodeRecord, StateDocument } from '../core/state/document.ts';
import type { EnginePorts } from './engine-ports.ts';
import { guestTarget } from './guest-target.ts';

/** Logins under way at once; each is bounded to 10 s by the port. */
const asksAtOnce = 4;
const stepLimitMs = 30_000;

export interface GuestQuestion {
  readonly signal: AbortSignal;
}

/**
 * One login into the guest of each of these VMs, by UUID. A clock that is off, as that of a guest that was paused, is moved;
 * nothing else is changed, and nothing is recorded.
 */
export async function askGuests(
  ports: Pick<EnginePorts, 'guest'>,
  about: GuestQuestion & { readonly document: StateDocument | null; readonly running: readonly NodeRecord[] },
): Promise<ReadonlyMap<Uuid, GuestAnswer>> {
  const limit = pLimit(asksAtOnce);
  const answers = about.running.map((record) =>
    limit(async () => [record.uuid, await askGuest(ports, record, about)] as const),
  );
  return new Map(await Promise.all(answers));
}

async function askGuest(
  { guest }: Pick<EnginePorts, 'guest'>,
  record: NodeRecord,
  { document, signal }: GuestQuestion & { readonly document: StateDocument | null },
): Promise<GuestAnswer> {
  const deployment = document?.deployment ?? null;
  if (deployment === null) return silent([]);
  const target = guestTarget(record);
  if (!target.ok) return silent(target.failures);
  const seen = await guest.check(target.value);
  if (!seen.ok) return silent(seen.failures);
  const { clockAheadSeconds } = seen.value;
  const answer = { answers: true, problem: null, clockAheadSeconds, clockMoved: false };
  if (!isClockOff(seen.value)) return answer;
  const moved = await guest.runScript(target.value, {
    script: 'step-clock',
    arguments: [String(-clockAheadSeconds)],
    limitMs: stepLimitMs,
    signal,
  });
  return { ...answer, clockMoved: moved.ok && moved.value.exitStatus === 0 };
}

function silent(failures: readonly Failure[]): GuestAnswer {
  const [problem] = failures.map((each) => describeFailure(each).message);
  return { answers: false, problem: problem ?? 'no deployment', clockAheadSeconds: null, clockMoved: false };
}
