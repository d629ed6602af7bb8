import type { Socket } from 'node:net';
import { readQmpMessage, type QmpMessage } from '../core/qemu/qmp-message.ts';
import { connectSocket } from './connect-socket.ts';
import { LineBuffer } from './line-buffer.ts';
import { type QmpAnswer, type QmpPhase, type QmpTrouble, answered, troubled } from './qmp-trouble.ts';

/** The longest reply QEMU has is the schema, below 1 MiB; more than this is a peer gone mad. */
const longestLine = 8 * 1024 * 1024;
/** Events that nobody has waited for yet; the oldest fall off. */
const eventsKept = 200;

export interface QmpEvent {
  readonly event: string;
  readonly data: unknown;
}

/**
 * Connects, reads the greeting and leaves negotiation mode, all within `limitMs`. The caller closes the client; QMP
 * serves one client at a time, so an open one keeps others waiting.
 */
export async function openQmp(path: string, limitMs: number): Promise<QmpAnswer<QmpClient>> {
  const deadline = performance.now() + limitMs;
  const remaining = (): number => Math.max(1, deadline - performance.now());
  const socket = await connectSocket(path, limitMs);
  if (!socket.ok) return socket;
  const client = new QmpClient(socket.value);
  const greeted = await client.greeting(remaining());
  const ready = greeted.ok ? await client.negotiate(remaining()) : greeted;
  if (ready.ok) return answered(client);
  client.close();
  return ready;
}

/** One conversation with a QMP server. Every wait is bounded; nothing here throws. */
export class QmpClient {
  readonly #socket: Socket;
  readonly #lines = new LineBuffer(longestLine);
  readonly #waiting = new Map<string, (message: QmpMessage | QmpTrouble) => void>();
  readonly #events: QmpEvent[] = [];
  #phase: QmpPhase = 'greeting';
  #ended: QmpTrouble | null = null;
  #lastId = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#receive(bytes);
    });
    // A server may reset the connection while it answers `quit`: that is an end like any other.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      this.#end({
        kind: 'closed',
        phase: this.#phase,
        detail: `the connection broke (${error.code ?? error.message})`,
      });
    });
    socket.on('close', () => {
      this.#end({ kind: 'closed', phase: this.#phase, detail: 'the connection was closed' });
    });
  }

  async greeting(limitMs: number): Promise<QmpAnswer<void>> {
    const got = await this.#wait('greeting', limitMs);
    if (got.kind === 'greeting') return answered(undefined);
    return troubled(asTrouble(got, this.#phase));
  }

  async negotiate(limitMs: number): Promise<QmpAnswer<void>> {
    this.#phase = 'negotiation';
    const got = await this.#ask({ execute: 'qmp_capabilities' }, limitMs);
    if (got.kind !== 'return') return troubled(asTrouble(got, this.#phase));
    this.#phase = 'command';
    return answered(undefined);
  }

  /**
   * Runs one command. `refused` means that it was not carried out; `outcome_unknown` that it was sent and nothing came
   * back in time. A reply that comes after the limit is dropped and never taken for another command's.
   */
  async execute(
    command: string,
    request: { readonly arguments?: object; readonly limitMs: number },
  ): Promise<QmpAnswer<unknown>> {
    if (this.#ended !== null) return troubled(this.#ended);
    const message = { execute: command, ...(request.arguments === undefined ? {} : { arguments: request.arguments }) };
    const got = await this.#ask(message, request.limitMs);
    if (got.kind === 'return') return answered(got.value);
    const trouble = asTrouble(got, 'command');
    if (trouble.kind === 'refused') return troubled(trouble);
    return troubled({ kind: 'outcome_unknown', phase: 'command', detail: `${command}: ${trouble.detail}` });
  }

  /** The events that came so far and were not taken yet, oldest first. */
  takeEvents(): readonly QmpEvent[] {
    return this.#events.splice(0);
  }

  /** Lets the next client in. */
  close(): void {
    this.#socket.destroy();
  }

  #ask(message: object, limitMs: number): Promise<QmpMessage | QmpTrouble> {
    this.#lastId += 1;
    const id = `paddock-${String(this.#lastId)}`;
    const reply = this.#wait(id, limitMs);
    this.#socket.write(`${JSON.stringify({ ...message, id })}\n`);
    return reply;
  }

  #wait(key: string, limitMs: number): Promise<QmpMessage | QmpTrouble> {
    if (this.#ended !== null) return Promise.resolve(this.#ended);
    return new Promise((resolve) => {
      const settle = (got: QmpMessage | QmpTrouble): void => {
        clearTimeout(timer);
        this.#waiting.delete(key);
        resolve(got);
      };
      const detail = `no answer within ${String(Math.round(limitMs))} ms`;
      const silent: QmpTrouble = { kind: 'silent', phase: this.#phase, detail };
      const timer = setTimeout(settle, limitMs, silent);
      this.#waiting.set(key, settle);
    });
  }

  #receive(bytes: Buffer): void {
    const lines = this.#lines.push(bytes);
    if (lines === null) {
      this.#end({
        kind: 'not_qmp',
        phase: this.#phase,
        detail: `a line of more than ${String(longestLine)} characters`,
      });
      return;
    }
    for (const line of lines) this.#dispatch(readQmpMessage(line));
  }

  #dispatch(message: QmpMessage): void {
    if (message.kind === 'unreadable') {
      this.#end({ kind: 'not_qmp', phase: this.#phase, detail: `it said ${JSON.stringify(message.start)}` });
      return;
    }
    if (message.kind === 'event') {
      this.#events.push({ event: message.event, data: message.data });
      if (this.#events.length > eventsKept) this.#events.shift();
      return;
    }
    if (message.kind === 'greeting') {
      this.#waiting.get('greeting')?.(message);
      return;
    }
    // An error that carries no id answers a request that the server could not read: only one is ever under way.
    const key = message.id ?? `paddock-${String(this.#lastId)}`;
    this.#waiting.get(key)?.(message);
  }

  #end(trouble: QmpTrouble): void {
    if (this.#ended !== null) return;
    this.#ended = trouble;
    this.#socket.destroy();
    for (const settle of [...this.#waiting.values()]) settle(trouble);
  }
}

function asTrouble(got: QmpMessage | QmpTrouble, phase: QmpPhase): QmpTrouble {
  if ('phase' in got) return got;
  if (got.kind === 'error') {
    return { kind: 'refused', phase, detail: got.description, errorClass: got.errorClass };
  }
  return { kind: 'not_qmp', phase, detail: `an unexpected ${got.kind}` };
}
