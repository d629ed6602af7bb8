import type { CommandOutcome, Invocation } from './command.ts';

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
  const [node = '', ...words] = invocation.arguments;
  const { findGuest } = await import('../engine/find-guest.ts');
  const target = await findGuest(ports.value, { node, command });
  if (!target.ok) return { kind: 'failed', failures: target.failures, report: null };
  const ended = await ports.value.guest.run(target.value, words, terminal);
  if (!ended.ok) return { kind: 'failed', failures: ended.failures, report: null };
  return { kind: 'passed_through', exit: ended.value };
}
