import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from '../core/failure.ts';
import { hostSide, readForwards } from '../core/qemu/user-network.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { PortForward } from '../core/spec/envelope.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import type { QmpClient } from './qmp-client.ts';
import { runQmpCommand, withVm } from './run-qmp-command.ts';

const limitMs = 5_000;
/** A port may be one that another node of the lab is giving up at this moment. */
const tries = 20;
const pauseMs = 250;

/**
 * Makes the forwards of a running VM exactly these, and leaves the one of its ssh. What is there is asked first, so doing
 * it again finishes what was begun.
 */
export function forwardPorts(
  target: VmTarget,
  wanted: { readonly sshPort: number; readonly ports: readonly PortForward[] },
): Promise<Result<void>> {
  return withVm(target, target.sockets.monitor, {
    limitMs,
    then: async (client): Promise<Result<void>> => {
      const ask = monitorOf(client, target.name);
      const shown = await ask('info usernet');
      if (!shown.ok) return shown;
      const there = readForwards(shown.value).filter((each) => each.hostPort !== wanted.sshPort);
      for (const forward of there.filter((each) => !has(wanted.ports, each))) {
        const removed = await ask(`hostfwd_remove management ${hostSide(forward)}`);
        if (!removed.ok) return removed;
      }
      for (const forward of wanted.ports.filter((each) => !has(there, each))) {
        const added = await add(ask, forward);
        if (!added.ok) return added;
      }
      return ok(undefined);
    },
  });
}

type Ask = (line: string) => Promise<Result<string>>;

/** The monitor for people: its answer is text, and it says nothing when all is well. */
function monitorOf(client: QmpClient, node: string): Ask {
  return async (line) => {
    const answer = await runQmpCommand(client, 'human-monitor-command', {
      node,
      limitMs,
      arguments: { 'command-line': line },
    });
    return answer.ok ? ok(typeof answer.value === 'string' ? answer.value : '') : answer;
  };
}

async function add(ask: Ask, forward: PortForward): Promise<Result<void>> {
  for (let left = tries; ; left -= 1) {
    const said = await ask(`hostfwd_add management ${hostSide(forward)}-:${String(forward.guestPort)}`);
    if (!said.ok) return said;
    if (said.value.trim() === '') return ok(undefined);
    if (left === 0) return fail(failure('port_taken', { address: forward.hostAddress, port: forward.hostPort }));
    await sleep(pauseMs);
  }
}

function has(forwards: readonly PortForward[], wanted: PortForward): boolean {
  return forwards.some(
    (each) =>
      each.hostAddress === wanted.hostAddress &&
      each.hostPort === wanted.hostPort &&
      each.guestPort === wanted.guestPort,
  );
}
