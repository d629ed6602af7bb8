import type { FailureTexts } from '../failure-class.ts';
import type { QemuFailures } from '../failure/qemu.ts';

export const qemuTexts = {
  accelerator_unavailable: {
    class: 'capability',
    left: 'nothing',
    message: (f) => `vm_accel = ${f.accelerator}: does not work on this host (${f.detail}); vm_accel: auto picks one that does`,
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
} satisfies FailureTexts<QemuFailures>;
