import { createConnection, type Socket } from 'node:net';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Lab } from './open-lab.ts';

/** Sends commands to the one VM of a lab, one after the other, and throws for one that is refused. */
export async function qmpTalk(lab: Lab, commands: readonly object[]): Promise<void> {
  const socket = readdirSync(lab.folder, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.qmp'));
  const connection = createConnection(join(lab.folder, socket ?? 'no monitor'));
  try {
    await converse(connection, [{ execute: 'qmp_capabilities' }, ...commands]);
  } finally {
    connection.destroy();
  }
}

/** Each command waits for its answer; the greeting and events stand between. */
async function converse(connection: Socket, commands: readonly object[]): Promise<void> {
  const left = [...commands];
  const next = (): void => {
    connection.write(`${JSON.stringify(left[0])}\n`);
  };
  for await (const line of createInterface({ input: connection })) {
    const said = JSON.parse(line) as { readonly QMP?: unknown; readonly return?: unknown; readonly error?: unknown };
    if (said.error !== undefined) throw new Error(`${JSON.stringify(left[0])}: ${JSON.stringify(said.error)}`);
    if (said.return !== undefined) left.shift();
    if (left.length === 0) return;
    if (said.return !== undefined || said.QMP !== undefined) next();
  }
  throw new Error('the monitor hung up');
}
