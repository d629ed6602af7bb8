import type { PortForward } from '../spec/envelope.ts';
import type { Uuid } from '../names.ts';
import type { MachineRecord } from '../state/document.ts';

/** Everything that decides a VM's command line, as plain values with absolute paths; no probing happens after this. */
export interface VmSpec {
  readonly name: string;
  readonly uuid: Uuid;
  readonly machine: MachineRecord;
  readonly cpus: number;
  /** Room for hot-plug: at least `cpus`. */
  readonly maxCpus: number;
  readonly memoryBytes: number;
  /** Size of the virtio-mem device beyond boot memory, 0 for none. */
  readonly hotplugMemoryBytes: number;
  readonly rootDisk: string;
  /** In the order of the devices. `serial` is made by core/qemu/disk-serial.ts. */
  readonly dataDisks: readonly { readonly file: string; readonly serial: string }[];
  readonly seed: string;
  /** Host folders, in the order of their tags; all of them come the same way. */
  readonly shares: readonly VmShare[];
  readonly firmware: { readonly code: string; readonly vars: string } | null;
  readonly management: { readonly mac: string; readonly sshPort: number; readonly forwards: readonly PortForward[] };
  readonly privateNetwork: { readonly mac: string; readonly multicast: string; readonly port: number };
  readonly serialLog: string;
  /** Where stdout and stderr of QEMU go. */
  readonly qemuLog: string;
  readonly sockets: VmSockets;
}

/** A host folder behind the socket of its server, or one that QEMU serves itself. */
export type VmShare =
  | { readonly way: 'virtiofs'; readonly tag: string; readonly socket: string }
  | { readonly way: '9p'; readonly tag: string; readonly source: string; readonly readonly: boolean };

/** Unix sockets of one VM; short paths, see design §9. */
export interface VmSockets {
  readonly monitor: string;
  /** For probes only: QMP serves one client at a time. */
  readonly probe: string;
  readonly console: string;
  /** QEMU's pid file, beside them: QEMU locks it before it takes them, and a second one of the same VM ends there. */
  readonly lock: string;
}

/** A command line as a value: never a shell string. */
export interface ProcessSpec {
  readonly executable: string;
  readonly argv: readonly string[];
  readonly uuid: Uuid;
  readonly name: string;
  readonly sockets: VmSockets;
  /** Where stdout and stderr of QEMU go. */
  readonly logFile: string;
  /** Where the guest's console is kept; QEMU appends to it. */
  readonly serialLog: string;
}
