import type { ActionOf } from '../core/plan/action.ts';
import type { AcceleratorReport, HostFeatures } from '../core/qemu/host-features.ts';
import type { DiskStall } from '../core/qemu/disk-stall.ts';
import type { ImageFacts } from '../core/qemu/image-facts.ts';
import type { VmEnding } from '../core/qemu/vm-ending.ts';
import type { ProcessSpec, VmSockets } from '../core/qemu/vm-spec.ts';
import type { Evidence } from '../core/recovery/evidence.ts';
import type { ShareProcess } from '../core/share/share-process.ts';
import type { ShareServer } from '../core/share/share-server.ts';
import type { Result } from '../core/result.ts';
import type { PortForward } from '../core/spec/envelope.ts';
import type { ProcessIdentity } from '../core/state/process-identity.ts';
import type { Running } from '../core/state/running.ts';
import type { Uuid } from '../core/names.ts';

/** QEMU and qemu-img. Reading methods never change anything; every other one takes a value that has passed its barrier. */
export interface Hypervisor {
  /** Asks the installed QEMU what it can do. `tool_missing` names the package; cached per build of the binary. */
  features(arch: 'amd64' | 'arm64'): Promise<Result<HostFeatures>>;
  /**
   * Decides the accelerator by running real guest code in it; bounded to 3 s a try and remembered per boot and QEMU build.
   * `accelerator_unavailable` when a named one does not work.
   */
  probeAccelerator(request: AcceleratorRequest): Promise<Result<AcceleratorReport>>;
  /** The remembered answer for `auto`, without running anything; null when not probed yet. */
  rememberedAccelerator(arch: 'amd64' | 'arm64'): Promise<AcceleratorReport | null>;
  /** Structure of an image, read with `-U`, never writing. */
  inspectImage(file: string): Promise<Result<ImageFacts>>;
  /** True when no byte was ever written to the qcow2 image, as far as what is on the host's disk tells; never writes. */
  isBlank(file: string): Promise<Result<boolean>>;
  /** qcow2 overlay on a read-only base, created exclusively; existing with the right structure counts as done. */
  createOverlay(running: Running<ActionOf<'create_root_disk'>>, overlay: OverlayRequest): Promise<Result<MadeDisk>>;
  createDisk(
    running: Running<ActionOf<'create_data_disk'>>,
    disk: { readonly file: string; readonly sizeBytes: number },
  ): Promise<Result<MadeDisk>>;
  /**
   * Launches QEMU stopped (`-S`) in a session of its own and identifies it over the probe monitor. No guest instruction
   * has run when this returns. If QEMU dies: `qemu_exited` with its last stderr lines, within a second. One that cannot be
   * identified is ended, if `mayEnd` says so of its process.
   */
  launch(
    running: Running<ActionOf<'start_vm'>>,
    spec: ProcessSpec,
    mayEnd: (launched: ProcessIdentity) => Promise<boolean>,
  ): Promise<Result<ProcessIdentity>>;
  /**
   * Ends the process of `target.process` if it is this VM still, and waits some seconds for one that is not yet. False when
   * something of it is left. Also for a command that
   * has lost the deployment. Precondition: this command launched it, it was never told to run, and no record knows it.
   */
  discard(running: Running<ActionOf<'start_vm'>>, target: VmTarget): Promise<boolean>;
  /**
   * The program that serves host folders to VMs, for this caller: `tool_missing` names the package, `share_needs_root` that
   * the one that is there works for root only.
   */
  shareServer(): Promise<Result<ShareServer>>;
  /**
   * Starts the server of one share in a session of its own and returns once it listens. `command_failed` with its last lines.
   * Precondition: none serves this socket.
   */
  launchShare(running: Running<ActionOf<'start_shares'>>, share: ShareProcess): Promise<Result<ProcessIdentity>>;
  /** Ends every server of these sockets; success only when none is left. */
  endShares(
    running: Running<ActionOf<'start_shares' | 'start_vm' | 'stop_vm' | 'remove_runtime'>>,
    sockets: readonly string[],
  ): Promise<Result<void>>;
  /** Those of these sockets that have a server now. */
  servedShares(sockets: readonly string[]): readonly string[];
  /**
   * Tells an identified VM to run; success if it runs already. `vm_disk_stalled` for one that cannot write to a disk and
   * stands still again at once.
   */
  cont(running: Running<ActionOf<'start_vm'>>, target: VmTarget): Promise<Result<void>>;
  /**
   * Adds CPUs to a running VM until it has `running.cpus`, one at a time, each seen in query-hotpluggable-cpus before the
   * next. CPUs that are there count, so a second run adds only what is missing, and more than asked for is left alone.
   * Resolves to what the VM has; after a failure `inspectVm` tells how far it came.
   */
  plugCpus(running: Running<ActionOf<'plug_cpus'>>, target: VmTarget): Promise<Result<{ readonly cpus: number }>>;
  /**
   * Asks a running VM's virtio-mem for what `running.memoryBytes` needs beyond boot memory, and waits as long as its size
   * moves. Resolves to the memory that the VM has then, which may be another: a guest gives back only what it can.
   */
  setMemory(
    running: Running<ActionOf<'set_memory'>>,
    target: VmTarget,
  ): Promise<Result<{ readonly memoryBytes: number }>>;
  /**
   * Grows an image to `running.sizeBytes` from its real size: through the monitor while a VM has it, else with qemu-img,
   * which minds QEMU's lock. One that is as large, or larger, is left as it is. Resolves to the size that was read back.
   */
  growDisk(
    running: Running<ActionOf<'grow_root_disk' | 'grow_data_disk'>>,
    disk: { readonly file: string; readonly target: VmTarget },
  ): Promise<Result<{ readonly virtualSizeBytes: number }>>;
  /**
   * Keeps what the image holds now under this name, inside the image: through the monitor while a VM has it, else with
   * qemu-img, which minds QEMU's lock. `snapshot_exists` for a name that is taken. Durable when it returns.
   */
  takeSnapshot(
    running: Running<ActionOf<'reset_data_disk' | 'restore_data_disk'>>,
    disk: SnapshotOf,
  ): Promise<Result<void>>;
  /**
   * Makes the image hold what the snapshot holds, and as large as `running.sizeBytes` at least: a snapshot brings the size of
   * its time with it. Refuses an image that a QEMU has. Safe to repeat. Resolves to the size that was read back.
   */
  restoreSnapshot(
    running: Running<ActionOf<'restore_data_disk'>>,
    file: string,
  ): Promise<Result<{ readonly virtualSizeBytes: number }>>;
  /** One that is not there is success. By the way that takeSnapshot takes. */
  deleteSnapshot(
    running: Running<ActionOf<'delete_snapshot'>>,
    disk: Omit<SnapshotOf, 'snapshot'>,
  ): Promise<Result<void>>;
  /**
   * Writes what an image holds, or what it held when a snapshot was taken, to a new file, sparse and private. Whatever has the
   * name already is `export_exists`. Only a snapshot may be read while a VM has the image. Nothing is left of a failed or
   * called-off export; if the caller dies, at most a file that begins like the new one and ends in `.paddock-part`, and on a
   * file system without hard links the new file may be there and empty.
   */
  exportImage(request: ExportRequest): Promise<Result<void>>;
  /**
   * Powerdown, bounded wait, quit, bounded wait, then signals by the table of design §10. Success only when the process is
   * proven gone. It acts on the one process that it found first, and asks before each act whether the deployment is still ours.
   */
  stop(
    running: Running<ActionOf<'stop_vm'>>,
    target: VmTarget,
  ): Promise<Result<{ readonly how: 'already_gone' | 'powerdown' | 'quit' | 'signal' }>>;
  /**
   * Makes the forwards of a running VM exactly these, and leaves that of its ssh. Safe to repeat. `port_taken` when a port
   * of the host is not free within seconds; the others may have changed by then.
   */
  forwardPorts(
    running: Running<ActionOf<'forward_ports'>>,
    target: VmTarget,
    wanted: { readonly sshPort: number; readonly ports: readonly PortForward[] },
  ): Promise<Result<void>>;
  /** Evidence about a VM; bounded to 10 s, blocks nobody. */
  observe(target: VmTarget): Promise<Evidence>;
  /** Live facts of a VM that runs, over the probe monitor. */
  inspectVm(target: VmTarget): Promise<Result<VmFacts>>;
  /** How a VM that is proven gone came to its end, by what it left behind. Reads only. */
  ending(left: { readonly logFile: string; readonly sockets: VmSockets }): VmEnding;
}

export interface AcceleratorRequest {
  readonly arch: 'amd64' | 'arm64';
  readonly asked: 'auto' | 'kvm' | 'hvf' | 'tcg';
  readonly features: HostFeatures;
}

/** A disk that is whole, synced and under its name. */
export interface MadeDisk {
  readonly virtualSizeBytes: number;
}

export interface OverlayRequest {
  readonly file: string;
  readonly base: string;
  readonly sizeBytes: number;
}

export interface SnapshotOf {
  /** The image; absolute. */
  readonly file: string;
  /** The VM that may have it. */
  readonly target: VmTarget;
  readonly snapshot: string;
}

export interface ExportRequest {
  readonly file: string;
  /** Null for what the image holds now. */
  readonly snapshot: string | null;
  readonly format: 'qcow2' | 'raw';
  /** The new file; absolute. */
  readonly to: string;
  readonly signal: AbortSignal;
}

/** The exact VM a question is about. */
export interface VmTarget {
  readonly uuid: Uuid;
  readonly name: string;
  readonly sockets: VmSockets;
  /** Null when none was ever recorded. */
  readonly process: ProcessIdentity | null;
  /** The root disk, whose lock is part of the evidence. */
  readonly rootDisk: string;
}

export interface VmFacts {
  readonly status: string;
  readonly cpus: number;
  readonly memoryBytes: number;
  /** The disk that keeps it from running, when `status` is `io-error`; else null. */
  readonly stall: DiskStall | null;
}
