import type { GuestTarget } from '../ports/guest.ts';
import type { CliPorts, CommandOutcome, Invocation } from './command.ts';
import { noDocument } from './no-document.ts';

/** Exit status of ssh's own failures, and so of ours on the way to a guest. */
export const sshFailureExit = 255;

export interface Entering {
  readonly command: 'ssh' | 'exec';
  readonly terminal: 'auto' | 'never';
}

/** Runs the words after the node's name in its guest, with the caller's own streams; the guest's exit status is ours. */
export async function enterGuest(invocation: Invocation, { command, terminal }: Entering): Promise<CommandOutcome> {
  const ports = await invocation.ports();
  if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
  const { signal } = invocation;
  const [node = '', ...words] = invocation.arguments;
  const { findGuest } = await import('../engine/find-guest.ts');
  const target = await findGuest(ports.value, { node, command });
  if (!target.ok) return { kind: 'failed', failures: target.failures, report: null };
  if (invocation.global.format !== 'text') {
    return command === 'exec' ? captured(ports.value, target.value, { argv: words, signal }) : noDocument(command);
  }
  const ended = await ports.value.guest.run(target.value, words, { terminal, signal });
  if (!ended.ok) return { kind: 'failed', failures: ended.failures, report: null };
  return { kind: 'passed_through', exit: ended.value };
}

/** One document with what the command wrote; its exit status stays ours. */
async function captured(
  ports: CliPorts,
  target: GuestTarget,
  run: { readonly argv: readonly string[]; readonly signal: AbortSignal },
): Promise<CommandOutcome> {
  const { capture } = await import('../engine/capture.ts');
  const ran = await capture(ports, target, run);
  if (!ran.ok) return { kind: 'failed', failures: ran.failures, report: null };
  return { kind: 'result', exit: ran.value.exitStatus, document: ran.value, text: '' };
}
