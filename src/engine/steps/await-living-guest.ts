import type { Result } from '../../core/result.ts';
import type { GuestTarget, GuestWork, ReadyGuest } from '../../ports/guest.ts';
import type { NodeContext } from '../node-context.ts';
import { whileVmWorks } from './while-vm-works.ts';

/**
 * `awaitReady` of the guest port, ended early as `whileVmWorks` does. The VM of a guest that has answered is not looked at
 * any more, whatever its monitors say.
 */
export async function awaitLivingGuest(
  context: NodeContext,
  target: GuestTarget,
  { limitMs, work }: { readonly limitMs: number; readonly work: GuestWork },
): Promise<Result<ReadyGuest>> {
  return whileVmWorks(context, ({ signal, enough }) =>
    context.ports.guest.awaitReady(
      target,
      { limitMs, signal },
      {
        ...work,
        input: (seen) => {
          enough();
          return work.input(seen);
        },
      },
    ),
  );
}
