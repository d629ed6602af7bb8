import { legacyValue } from './legacy-option.ts';
import type { VmSpec } from './vm-spec.ts';

/** Both QMP monitors and the serial console, on unix sockets that QEMU listens on without waiting for anyone. */
export function socketArgv(spec: VmSpec): readonly string[] {
  // The log is written whether or not anyone is attached, and appended to, so that a restart keeps what went before.
  const log = `,logfile=${legacyValue(spec.serialLog)},logappend=on`;
  return [
    // Opening a socket takes its name away from whoever listens there, and the disks with their locks come only later.
    ...['-pidfile', spec.sockets.lock],
    ...['-chardev', listening('monitor', spec.sockets.monitor)],
    ...['-mon', 'chardev=monitor,mode=control'],
    ...['-chardev', listening('probe', spec.sockets.probe)],
    ...['-mon', 'chardev=probe,mode=control'],
    ...['-chardev', listening('console', spec.sockets.console) + log],
    ...['-serial', 'chardev:console'],
  ];
}

function listening(id: string, path: string): string {
  return `socket,id=${id},path=${legacyValue(path)},server=on,wait=off`;
}
