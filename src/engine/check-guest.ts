import { failure } from '../core/failure.ts';
import { desiredSetUp } from '../core/guest/desired-set-up.ts';
import { isExplainedHash } from '../core/guest/explained-hash.ts';
import { owedToGuest } from '../core/guest/owed-to-guest.ts';
import { isSetUp } from '../core/guest/unfinished-stages.ts';
import type { WantedLab } from '../core/guest/wanted-lab.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { NodeRecord, StateDocument } from '../core/state/document.ts';
import type { GuestLook } from './early-looks.ts';
import type { EnginePorts } from './engine-ports.ts';
import { guestTarget } from './guest-target.ts';

/**
 * `nothing` when the guest answers now with the pinned key and its own instance id and its own marker vouches for all that
 * is wanted of it, and the record knows it too. One login, which `look` may have begun. `guest_spec_unexplained` for a guest
 * that was set up for something else.
 */
export async function checkGuest(
  ports: EnginePorts,
  record: NodeRecord,
  wanted: { readonly document: StateDocument; readonly lab: WantedLab; readonly look: GuestLook | undefined },
): Promise<Result<'nothing' | 'set_up'>> {
  const { deployment } = wanted.document;
  if (deployment === null) return ok('set_up');
  const target = guestTarget(record);
  const seen = target.ok ? await (wanted.look ?? ports.guest.check(target.value)) : target;
  if (!seen.ok) return ok('set_up');
  const facts = { ...wanted, sha256: ports.identifiers.sha256 };
  const desired = desiredSetUp(record, facts);
  const { marker } = seen.value;
  if (marker?.uuid === record.uuid && !isExplainedHash(marker.specHash, record, facts)) {
    const { name: node } = record;
    return fail(failure('guest_spec_unexplained', { node, guest: marker.specHash, wanted: desired.specHash }));
  }
  const isKnown = record.guest !== null && owedToGuest(record, wanted.document).length === 0;
  return ok(isKnown && isSetUp(desired, seen.value) ? 'nothing' : 'set_up');
}
