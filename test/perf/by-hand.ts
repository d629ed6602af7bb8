import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sshArgv } from '../../src/core/guest/ssh-argv.ts';
import { homePaths } from '../../src/core/state/home-paths.ts';
import type { NodeRecord } from '../../src/core/state/document.ts';
import type { Lab } from '../real/lab/open-lab.ts';
import type { VmProcess } from '../real/lab/vm-processes.ts';

/** A node of a lab as a person would start it and log in to it, with QEMU's command line and ssh. */
export interface ByHand {
  /** Ends its VM and puts a root disk in place that has never booted. */
  readonly renew: () => Promise<void>;
  /** Starts the VM with the words that the lab started it with. */
  readonly boot: () => void;
  /** Resolves once a login has worked, trying again until then. */
  readonly login: () => Promise<void>;
}

const loginLimitMs = 300_000;

export function byHand(lab: Lab, vm: VmProcess): ByHand {
  const record = lab.document().nodes[vm.name];
  if (record === undefined) throw new Error(`${vm.name} is not on record`);
  const cwd = `/proc/${String(vm.pid)}/cwd`;
  const words = readFileSync(`/proc/${String(vm.pid)}/cmdline`, 'utf8')
    .split('\0')
    .slice(0, -1);
  const argv = words.filter((word) => word !== '-S');
  const folder = execFileSync('readlink', [cwd], { encoding: 'utf8' }).trim();
  let child: ChildProcess | null = null;
  return {
    async renew() {
      await end(child?.pid ?? vm.pid);
      for (const path of socketsOf(argv)) rmSync(path, { force: true });
      newRootDisk(lab, record);
    },
    boot() {
      const log = openSync(join(lab.folder, 'by-hand.log'), 'a');
      child = spawn(argv[0] ?? '', argv.slice(1), { cwd: folder, stdio: ['ignore', log, log], detached: true });
      closeSync(log);
    },
    login: () => login(lab, record),
  };
}

async function end(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  for (let round = 0; round < 200; round += 1) {
    try {
      // A child of ours that has ended stays as a zombie until node has taken notice.
      if (/^\d+ \(.*\) Z/u.test(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'))) return;
    } catch {
      return;
    }
    await sleep(50);
  }
  throw new Error(`process ${String(pid)} does not end`);
}

function socketsOf(argv: readonly string[]): readonly string[] {
  return argv.flatMap((word) => /path=([^,]+)/u.exec(word)?.[1] ?? []);
}

function newRootDisk(lab: Lab, record: NodeRecord): void {
  const disk = join(lab.home, homePaths.rootDisk(record.folder));
  rmSync(disk);
  const base = record.image?.path ?? '';
  const size = String(record.spec.rootDiskBytes);
  execFileSync('qemu-img', ['create', '-q', '-f', 'qcow2', '-F', 'qcow2', '-b', base, disk, size]);
}

async function login(lab: Lab, record: NodeRecord): Promise<void> {
  const connection = {
    uuid: record.uuid,
    user: lab.document().deployment?.envelope.user ?? '',
    port: record.sshPort ?? 0,
  };
  const files = { loginKey: 'login', knownHosts: 'known_hosts' };
  const argv = sshArgv(connection, files, { command: ['true'], terminal: false, connectTimeoutSeconds: 5 });
  const deadline = performance.now() + loginLimitMs;
  while ((await exitOf('ssh', argv, join(lab.home, 'keys'))) !== 0) {
    if (performance.now() > deadline) throw new Error(`${record.name} does not answer`);
    await sleep(100);
  }
}

function exitOf(program: string, argv: readonly string[], cwd: string): Promise<number | null> {
  return new Promise((resolve) => {
    spawn(program, argv, { cwd, stdio: 'ignore' }).on('close', resolve);
  });
}
