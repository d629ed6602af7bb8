import { existsSync } from 'node:fs';
import { readEnding, type VmEnding } from '../core/qemu/vm-ending.ts';
import type { VmSockets } from '../core/qemu/vm-spec.ts';
import { readLogTail } from './private-file.ts';

/** How a VM that is proven gone came to its end, by what it left. Reads only. */
export function vmEnding(left: { readonly logFile: string; readonly sockets: VmSockets }): VmEnding {
  const { monitor, probe } = left.sockets;
  const sockets = [monitor, probe].some((socket) => existsSync(socket)) ? 'there' : 'gone';
  return readEnding({ log: readLogTail(left.logFile), sockets });
}
