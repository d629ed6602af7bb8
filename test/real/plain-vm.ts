import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A VM by hand: the guest is what is tested, so nothing of the driver takes part. */
export interface PlainVm {
  readonly process: ChildProcess;
  /** Sends one QMP command and returns its answer. */
  qmp(execute: string, args?: object): Promise<unknown>;
  /** Resolves when QEMU has ended, fails when it runs on for a minute. */
  ended(): Promise<void>;
}

export interface PlainVmSpec {
  readonly folder: string;
  readonly disk: string;
  readonly seed: string;
  readonly sshPort: number;
  readonly macs: readonly [string, string];
  /** UEFI code and a private copy of its variables, or null for SeaBIOS. */
  readonly firmware: { readonly code: string; readonly vars: string } | null;
}

/** Starts a software-emulated VM with two NICs, room for a third CPU and 512 MiB more memory, and `serial.log` in its folder. */
export function startPlainVm(spec: PlainVmSpec): PlainVm {
  const monitor = join(spec.folder, 'qmp');
  const child = spawn('qemu-system-x86_64', plainArgv(spec, monitor), {
    cwd: spec.folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    process: child,
    qmp: (execute, args = {}) => askQmp(monitor, { execute, arguments: args }),
    async ended() {
      if (child.exitCode === null && child.signalCode === null)
        await once(child, 'exit', { signal: AbortSignal.timeout(60_000) });
    },
  };
}

function plainArgv(spec: PlainVmSpec, monitor: string): readonly string[] {
  const drive = (name: string, fields: object) => [
    '-blockdev',
    JSON.stringify({ 'node-name': name, ...fields }),
    '-device',
    `virtio-blk-pci,drive=${name}`,
  ];
  const file = (filename: string) => ({ driver: 'file', filename });
  const nic = (id: string, mac: string) => ['-device', `virtio-net-pci,netdev=${id},mac=${mac},romfile=`];
  const { firmware } = spec;
  const flash =
    firmware === null
      ? []
      : [
          '-drive',
          `if=pflash,format=raw,unit=0,readonly=on,file=${firmware.code}`,
          '-drive',
          `if=pflash,format=raw,unit=1,file=${firmware.vars}`,
        ];
  return [
    ...[
      '-machine',
      'q35,accel=tcg',
      '-cpu',
      'max',
      '-smp',
      '2,maxcpus=3',
      '-m',
      '512,slots=2,maxmem=4G',
      '-display',
      'none',
      '-nodefaults',
    ],
    ...['-serial', 'file:serial.log', '-qmp', `unix:${monitor},server=on,wait=off`, ...flash],
    ...[
      '-object',
      'memory-backend-ram,id=room,size=512M',
      '-device',
      'virtio-mem-pci,id=vmem,memdev=room,requested-size=0',
    ],
    ...drive('root', { driver: 'qcow2', file: file(spec.disk) }),
    ...drive('seed', { driver: 'raw', 'read-only': true, file: file(spec.seed) }),
    ...['-netdev', `user,id=mgmt,hostfwd=tcp:127.0.0.1:${String(spec.sshPort)}-:22`, ...nic('mgmt', spec.macs[0])],
    ...[
      '-netdev',
      `socket,id=lab,mcast=230.0.0.1:${String(spec.sshPort)},localaddr=127.0.0.1`,
      ...nic('lab', spec.macs[1]),
    ],
    ...['-device', 'virtio-rng-pci'],
  ];
}

async function askQmp(monitor: string, command: object): Promise<unknown> {
  const socket = connect(monitor);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answer = async (): Promise<unknown> => {
    for (;;) {
      const line = await lines.next();
      if (line.done === true) throw new Error('QMP ended');
      const message = JSON.parse(line.value) as { return?: unknown; error?: unknown; QMP?: unknown };
      if (message.error !== undefined) throw new Error(JSON.stringify(message.error));
      if (message.return !== undefined || message.QMP !== undefined) return message.return;
    }
  };
  try {
    await answer();
    socket.write('{"execute":"qmp_capabilities"}\n');
    await answer();
    socket.write(`${JSON.stringify(command)}\n`);
    return await answer();
  } finally {
    socket.destroy();
  }
}
