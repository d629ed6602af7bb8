import type { FailureTexts } from '../failure-class.ts';
import type { GuestFailures } from '../failure/guest.ts';

export const guestTexts = {
  guest_not_ready: {
    class: 'runtime',
    left: 'known',
    message: (f) =>
      `node ${f.node}: did not answer over ssh within ${String(Math.round(f.waitedMs / 1000))} s (${f.last})`,
    next: (f) => [['logs', f.node]],
  },
  guest_script_refused: {
    class: 'runtime',
    left: 'nothing',
    message: (f) => `node ${f.node}: the guest did not run ${f.script} (${f.detail})`,
  },
  guest_script_late: {
    class: 'runtime',
    left: 'known',
    message: (f) =>
      `node ${f.node}: ${f.script} was ended in the guest after ${String(Math.round(f.limitMs / 1000))} s`,
  },
  guest_script_cut_off: {
    class: 'runtime',
    left: 'unknown',
    message: (f) => `node ${f.node}: how ${f.script} ended in the guest is not known (${f.detail})`,
  },
  guest_spec_unexplained: {
    class: 'integrity',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: its guest was set up for spec ${f.guest.slice(0, 12)}, which differs from ${f.wanted.slice(0, 12)} by more than the control role, the default image and aliases`,
    next: (f) => [['recreate', f.node]],
  },
  guest_identity: {
    class: 'integrity',
    left: 'nothing',
    message: (f) => `node ${f.node}: ${f.detail}`,
  },
  command_too_long: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: the command has ${String(f.bytes)} bytes with its quotes, and the way there takes ${String(f.limit)}; send what is long on stdin, or copy it there as a file`,
  },
  path_unusable: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `${f.path}: ${f.problem}`,
  },
  copy_failed: {
    class: 'runtime',
    left: 'known',
    message: (f) => `node ${f.node}: the copy ended with exit status ${String(f.exitStatus)}: ${f.said}`,
  },
  script_unreadable: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `${f.path}: ${f.problem}, so it is no script to run`,
  },
  script_failed: {
    class: 'runtime',
    left: 'known',
    message: (f) =>
      f.exitStatus === 255
        ? `node ${f.node}: the script ended with exit status 255, or ssh did not reach the guest`
        : `node ${f.node}: the script ended with exit status ${String(f.exitStatus)}`,
  },
  script_timed_out: {
    class: 'runtime',
    left: 'known',
    message: (f) => `node ${f.node}: the script did not end within ${String(f.seconds)} s and was ended`,
  },
  ssh_config_left_alone: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `${f.path}: ${f.why}, so it is left alone; ${f.todo === 'add' ? 'put this line at its top' : 'take this line out of it'}: ${f.line}`,
  },
  ssh_config_path: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `${f.path}: a path with ${JSON.stringify(f.character)} cannot stand in an OpenSSH configuration; paddock ssh works with it`,
  },
} satisfies FailureTexts<GuestFailures>;
