import type { ProcessIdentity } from '../core/state/process-identity.ts';
import { findLife, type LifeTarget } from '../core/state/find-life.ts';
import type { StateStore } from '../ports/state-store.ts';

/**
 * Whether the newest record has this very process for the life: then a command has found it there, whoever launched it, and
 * goes on with it. A record that does not read has nobody who could.
 */
export async function isRecordedProcess(
  store: Pick<StateStore, 'read'>,
  life: LifeTarget,
  { pid, startTime }: ProcessIdentity,
): Promise<boolean> {
  const read = await store.read();
  if (!read.ok || read.value === null) return false;
  const recorded = findLife(read.value, life)?.process;
  return recorded?.pid === pid && recorded.startTime === startTime;
}
