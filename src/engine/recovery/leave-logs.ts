import { ok } from '../../core/result.ts';
import type { EnginePorts } from '../engine-ports.ts';

/** The same ports for a command that only reads and records: what is too long in a log stays for one that acts. */
export function leaveLogs<P extends Pick<EnginePorts, 'home'>>(ports: P): P {
  return { ...ports, home: { ...ports.home, cutLogs: () => Promise.resolve(ok(undefined)) } };
}
