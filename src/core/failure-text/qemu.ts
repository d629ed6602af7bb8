import type { FailureTexts } from '../failure-class.ts';
import { actingNext, standingWords } from './standing-words.ts';
import { stallWords } from '../qemu/stall-words.ts';
import type { QemuFailures } from '../failure/qemu.ts';

export const qemuTexts = {
  bios_missing: {
    class: 'capability',
    left: 'nothing',
    message: (f) =>
      `${f.problem}, and QEMU starts no machine that boots by BIOS; bring it back, on Debian with: apt-get install --reinstall seabios`,
  },
  accelerator_unavailable: {
    class: 'capability',
    left: 'nothing',
    message: (f) =>
      `vm_accel = ${f.accelerator}: does not work on this host (${f.detail}); vm_accel: auto picks one that does`,
  },
  qemu_exited: {
    class: 'runtime',
    left: 'known',
    message: (f) => `node ${f.node}: QEMU ended before the guest ran`,
  },
  command_failed: {
    class: 'runtime',
    left: 'known',
    message: (f) => `${f.command.name} failed`,
  },
  stop_unconfirmed: {
    class: 'integrity',
    left: 'unknown',
    message: (f) => `node ${f.node}: cannot prove that its QEMU is gone (${f.detail})`,
    next: (f) => [['stop', '--force', f.node]],
  },
  identity_mismatch: {
    class: 'integrity',
    left: 'nothing',
    message: (f) => `node ${f.node}: ${f.detail}, so it is left alone`,
  },
  vm_unreachable: {
    class: 'runtime',
    left: 'nothing',
    message: (f) => `node ${f.node}: its QEMU cannot be reached (${f.detail})`,
  },
  vm_hangs: {
    class: 'runtime',
    left: 'known',
    message: (f) =>
      `node ${f.node}: its QEMU hangs: the process${f.pid === null ? '' : ` (pid ${String(f.pid)})`} is there, and for ${String(Math.round(f.silentMs / 1000))} s neither its monitors nor ssh in the guest have answered`,
    next: (f) => [['stop', '--force', f.node]],
  },
  vm_refused: {
    class: 'runtime',
    left: 'nothing',
    message: (f) => `node ${f.node}: QEMU refused ${f.command} (${f.detail})`,
  },
  vm_disk_stalled: {
    class: 'resource',
    left: 'known',
    message: (f) => `node ${f.node}: its VM ${stallWords(f, 'start')}`,
    next: (f) => [['start', f.node]],
  },
  vm_paused: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: its VM stands still, so nothing in it answers; status says why${standingWords(f.standing)}`,
    next: (f) => [['status', f.node], ...actingNext(f.standing, [['start', f.node]])],
  },
  vm_outcome_unknown: {
    class: 'integrity',
    left: 'unknown',
    message: (f) => `node ${f.node}: QEMU was told ${f.command} and did not answer (${f.detail})`,
  },
  share_needs_root: {
    class: 'capability',
    left: 'nothing',
    message: (f) =>
      `vm_shares: ${f.server} works for root only; run as root, or install the virtiofsd that stands alone (1.0 or newer)`,
  },
  share_no_way: {
    class: 'capability',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: vm_shares: the kernel of ${f.image} has no 9p, and virtiofs cannot be used (${f.problem})`,
    next: (f) => f.next,
  },
  share_server_left: {
    class: 'runtime',
    left: 'known',
    message: (f) => `servers of shares did not end: ${f.sockets.join(', ')}`,
  },
  share_source: {
    class: 'resource',
    left: 'known',
    message: (f) => `node ${f.node}: share ${f.source} ${f.problem}, so the node is not started`,
  },
  share_overlap: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: share ${f.source} overlaps with ${f.other}; only shares that nobody may write to may`,
  },
  console_busy: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `node ${f.node}: somebody is attached to its console already`,
  },
  image_unreadable: {
    class: 'integrity',
    left: 'nothing',
    message: (f) => `${f.file}: is not a disk image that can be used (${f.problem})`,
  },
  disk_in_the_way: {
    class: 'integrity',
    left: 'nothing',
    message: (f) => `${f.file}: is there already and is not the disk that was to be made (${f.problem})`,
  },
  qemu_too_old: {
    class: 'capability',
    left: 'nothing',
    message: (f) => `${f.emulator}: lacks ${f.lacks}; QEMU 6.2 or newer is needed`,
  },
} satisfies FailureTexts<QemuFailures>;
