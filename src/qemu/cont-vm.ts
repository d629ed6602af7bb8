import { readStatus } from '../core/qemu/qmp-facts.ts';
import { failure } from '../core/failure.ts';
import { type Result, fail, ok } from '../core/result.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import { runQmpCommand, withVm } from './run-qmp-command.ts';

const limitMs = 10_000;

/** Lets an identified VM run, and has it confirm that it does. Telling a running VM again changes nothing. */
export function contVm(target: VmTarget): Promise<Result<void>> {
  return withVm(target, target.sockets.monitor, {
    limitMs,
    then: async (client): Promise<Result<void>> => {
      const told = await runQmpCommand(client, 'cont', { node: target.name, limitMs });
      if (!told.ok) return told;
      const reply = await runQmpCommand(client, 'query-status', { node: target.name, limitMs });
      if (!reply.ok) return reply;
      const state = readStatus(reply.value);
      if (state?.running === true) return ok(undefined);
      const detail = `it stays ${state?.status ?? 'in an unknown state'}`;
      return fail(failure('vm_refused', { node: target.name, command: 'cont', detail }));
    },
  });
}
