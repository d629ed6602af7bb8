import type { Uuid } from '../core/names.ts';
import type { Result } from '../core/result.ts';
import type { NodeRecord } from '../core/state/document.ts';
import { recordedState } from '../core/state/recorded-state.ts';
import type { GuestFacts } from '../ports/guest.ts';
import type { EnginePorts } from './engine-ports.ts';
import { guestTarget } from './guest-target.ts';

export type GuestLook = Promise<Result<GuestFacts>>;
export type GuestLooks = ReadonlyMap<Uuid, GuestLook>;

/**
 * Looks into the guests of these nodes that are on record as running, without waiting until their VMs have been looked at:
 * both take a while, and either only reads. The caller may leave any of the looks alone; each ends by itself, or with the
 * signal.
 */
export function earlyLooks(ports: EnginePorts, records: readonly NodeRecord[], signal?: AbortSignal): GuestLooks {
  const running = records.filter((record) => record.life === 'committed' && recordedState(record) === 'running');
  return new Map(
    running.flatMap((record) => {
      const target = guestTarget(record);
      return target.ok ? [[record.uuid, ports.guest.check(target.value, signal)] as const] : [];
    }),
  );
}
