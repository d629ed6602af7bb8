import { readdirSync, renameSync } from 'node:fs';
import { type Socket, createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Lab } from './open-lab.ts';

/**
 * What becomes of one command: QEMU never sees it and it is refused, or it is held back; QEMU carries it out and its answer
 * takes the connection with it, or is held back.
 */
export type MonitorTrouble = 'refuse' | 'hold' | 'drop' | 'hold_answer';

/** Stands between commands and the monitor of the one VM of a lab. */
export interface MonitorProxy {
  /** From now on these happen to the next commands of this name, in order; null lets one through, as it does all after the last. */
  readonly plan: (command: string, troubles: readonly (MonitorTrouble | null)[]) => void;
  /** How many of them QEMU has carried out since the plan was made. */
  readonly carriedOut: () => number;
  /** Whether one, or its answer, has been held back since then. */
  readonly isHolding: () => boolean;
  /** Puts the monitor back in its place. To be called before QEMU ends: the next one makes its socket there. */
  readonly close: () => Promise<void>;
}

interface Plan {
  readonly command: string;
  readonly troubles: (MonitorTrouble | null)[];
  carriedOut: number;
  holding: boolean;
}

interface Message {
  readonly id?: string;
  readonly execute?: string;
  readonly return?: unknown;
}

/** Takes the place of the monitor's socket, which QEMU goes on listening at under another name. */
export async function openMonitorProxy(lab: Lab): Promise<MonitorProxy> {
  const name = readdirSync(lab.folder, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith('.qmp'));
  const path = join(lab.folder, name ?? 'no monitor');
  const real = `${path}.real`;
  renameSync(path, real);
  let plan: Plan = { command: '', troubles: [], carriedOut: 0, holding: false };
  const server = createServer((client) => {
    relay(client, createConnection(real), plan);
  });
  await new Promise<void>((listening) => server.listen(path, listening));
  return {
    plan: (command, troubles) => {
      plan = { command, troubles: [...troubles], carriedOut: 0, holding: false };
    },
    carriedOut: () => plan.carriedOut,
    isHolding: () => plan.holding,
    close: async () => {
      await new Promise((closed) => server.close(closed));
      renameSync(real, path);
    },
  };
}

function relay(client: Socket, qemu: Socket, plan: Plan): void {
  const hangUp = (): void => {
    client.destroy();
    qemu.destroy();
  };
  for (const socket of [client, qemu]) socket.on('error', hangUp).on('close', hangUp);
  /** The commands that QEMU has not answered yet, by their ids. */
  const pending = new Map<string, MonitorTrouble | null>();
  createInterface({ input: client }).on('line', (line) => {
    const { id = '', execute } = JSON.parse(line) as Message;
    const isMeant = execute === plan.command;
    const trouble = isMeant ? (plan.troubles.shift() ?? null) : null;
    if (trouble === 'hold') plan.holding = true;
    else if (trouble === 'refuse') client.write(refusal(id));
    else qemu.write(`${line}\n`);
    if (isMeant && trouble !== 'hold' && trouble !== 'refuse') pending.set(id, trouble);
  });
  createInterface({ input: qemu }).on('line', (line) => {
    const { id = '', return: done } = JSON.parse(line) as Message;
    const trouble = pending.get(id);
    if (trouble !== undefined && done !== undefined) plan.carriedOut += 1;
    pending.delete(id);
    if (trouble === 'hold_answer') plan.holding = true;
    else if (trouble === 'drop') hangUp();
    else client.write(`${line}\r\n`);
  });
}

function refusal(id: string): string {
  return `${JSON.stringify({ id, error: { class: 'GenericError', desc: 'not this one' } })}\r\n`;
}
