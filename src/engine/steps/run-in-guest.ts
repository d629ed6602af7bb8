import type { GuestScript } from '../../core/guest/guest-script.ts';
import { failure } from '../../core/failure.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import { guestTarget } from '../guest-target.ts';
import { hostKeyEntries } from '../host-key-entries.ts';
import { type NodeContext, recordOf } from '../node-context.ts';
import { whileVmWorks } from './while-vm-works.ts';

/**
 * Runs one of our scripts in the node's guest and returns what it printed; an exit status other than 0 is a failure too.
 * Ends early as `whileVmWorks` does.
 */
export async function runInGuest(
  context: NodeContext,
  script: GuestScript,
  run: { readonly arguments: readonly string[]; readonly limitMs: number },
): Promise<Result<string>> {
  const { guest } = context.ports;
  const pinned = await guest.pinHostKeys(hostKeyEntries(context.ledger.document));
  if (!pinned.ok) return pinned;
  const target = guestTarget(recordOf(context));
  if (!target.ok) return target;
  const ran = await whileVmWorks(context, ({ signal }) => guest.runScript(target.value, { script, ...run, signal }));
  if (!ran.ok) return ran;
  const { exitStatus, stdout, stderr } = ran.value;
  if (exitStatus === 0) return ok(stdout);
  const detail = `it ended with ${String(exitStatus)}: ${stderr.trimEnd().split('\n').at(-1) ?? ''}`;
  return fail(failure('guest_script_cut_off', { node: context.name, script, detail }));
}
