import type { Result } from '../core/result.ts';
import type { VmTarget } from './hypervisor.ts';

/** Leaves the console: Ctrl-], as telnet and virsh have it. */
export const consoleEscape = 0x1d;

/** The serial console of a VM, for a person. */
export interface Console {
  /**
   * Joins the caller's terminal with the console until the escape key, the end of the input, an abort or the end of the
   * VM. Keys go to the guest as they are, Ctrl-C too. The terminal is as it was when this returns, and the VM does not
   * notice. `vm_unreachable` when nothing listens, `console_busy` when somebody else is attached.
   */
  attach(target: VmTarget, signal: AbortSignal): Promise<Result<ConsoleEnd>>;
}

export type ConsoleEnd = 'left' | 'input_ended' | 'vm_ended' | 'aborted';
