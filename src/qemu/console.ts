import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'node:net';
import type { ReadStream } from 'node:tty';
import { failure } from '../core/failure.ts';
import { hasClient } from '../core/qemu/qmp-facts.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { type Console, type ConsoleEnd, consoleEscape } from '../ports/console.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import { connectSocket } from './connect-socket.ts';
import { runQmpCommand, withVm } from './run-qmp-command.ts';

const limitMs = 3_000;
/** What the guest still answers to the last words of a script is worth a moment. */
const lastAnswerMs = 300;

/** Where keys come from and where the guest's words go. */
export interface ConsoleStreams {
  readonly input: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>;
  readonly output: NodeJS.WritableStream;
}

/** The console port over QEMU's console socket. */
export function qemuConsole(streams: ConsoleStreams): Console {
  return {
    attach: async (target, signal) => {
      const free = await checkFree(target);
      if (!free.ok) return free;
      const socket = await connectSocket(target.sockets.console, limitMs);
      if (socket.ok) return ok(await join(streams, socket.value, signal));
      return fail(failure('vm_unreachable', { node: target.name, detail: socket.trouble.detail }));
    },
  };
}

/** QEMU lets a second client wait in silence, so it is asked whether there is a first. */
function checkFree(target: VmTarget): Promise<Result<void>> {
  return withVm(target, target.sockets.probe, {
    limitMs,
    then: async (client): Promise<Result<void>> => {
      const chardevs = await runQmpCommand(client, 'query-chardev', { node: target.name, limitMs });
      if (!chardevs.ok) return chardevs;
      return hasClient(chardevs.value, 'console')
        ? fail(failure('console_busy', { node: target.name }))
        : ok(undefined);
    },
  });
}

async function join(streams: ConsoleStreams, socket: Socket, signal: AbortSignal): Promise<ConsoleEnd> {
  const { input, output } = streams;
  input.setRawMode?.(true);
  const listeners = new AbortController();
  try {
    const end = await Promise.race([
      vmEnd(socket),
      pumpInput(input, socket, listeners.signal),
      pumpOutput(socket, output, listeners.signal),
      aborted(signal, listeners.signal),
    ]);
    if (end === 'input_ended') await Promise.race([sleep(lastAnswerMs), vmEnd(socket)]);
    return end;
  } finally {
    listeners.abort();
    input.setRawMode?.(false);
    input.pause();
    socket.destroy();
  }
}

function vmEnd(socket: Socket): Promise<ConsoleEnd> {
  return new Promise((resolve) => {
    socket.on('error', () => {
      resolve('vm_ended');
    });
    socket.once('close', () => {
      resolve('vm_ended');
    });
  });
}

/** Sends keys until the escape key or the end of the input; what stands before the escape key is still sent. */
function pumpInput(input: NodeJS.ReadableStream, socket: Socket, stop: AbortSignal): Promise<ConsoleEnd> {
  return new Promise((resolve) => {
    const onData = (chunk: Buffer | string): void => {
      const keys = Buffer.from(chunk);
      const escape = keys.indexOf(consoleEscape);
      socket.write(escape === -1 ? keys : keys.subarray(0, escape));
      if (escape !== -1) resolve('left');
    };
    const onEnd = (): void => {
      resolve('input_ended');
    };
    input.on('data', onData).once('end', onEnd);
    stop.addEventListener('abort', () => {
      input.off('data', onData).off('end', onEnd);
    });
  });
}

/** Shows what the guest says, as fast as the terminal takes it; leaves when nobody reads any more. */
function pumpOutput(socket: Socket, output: NodeJS.WritableStream, stop: AbortSignal): Promise<ConsoleEnd> {
  return new Promise((resolve) => {
    const onError = (): void => {
      resolve('left');
    };
    output.once('error', onError);
    stop.addEventListener('abort', () => {
      output.off('error', onError);
    });
    // The output is not ours to end.
    socket.pipe(output, { end: false });
  });
}

function aborted(signal: AbortSignal, stop: AbortSignal): Promise<ConsoleEnd> {
  return new Promise((resolve) => {
    const onAbort = (): void => {
      resolve('aborted');
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { signal: stop });
  });
}
