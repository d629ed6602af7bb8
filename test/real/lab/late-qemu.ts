import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A QEMU that comes late: its process is there, and its program begins only when it is let. */
export interface LateQemu {
  /** Put this first on PATH. */
  readonly folder: string;
  /** Resolves once a VM was launched with it. */
  readonly launched: () => Promise<void>;
  readonly letBegin: () => void;
  /** Resolves once the late one is gone, and throws when that takes too long. */
  readonly ended: () => Promise<void>;
}

const launchLimitMs = 60_000;
const endLimitMs = 20_000;

/** Makes one below `folder`, in front of the QEMU that is found on `path`. What starts no VM is not held up. */
export function lateQemu(folder: string, path: string): LateQemu {
  const own = join(folder, 'late');
  mkdirSync(own);
  const launched = join(own, 'launched');
  const program = path.split(':').find((each) => existsSync(join(each, 'qemu-system-x86_64')));
  if (program === undefined) throw new Error('no QEMU');
  const emulator = join(program, 'qemu-system-x86_64');
  const first = [
    '#!/bin/bash',
    `case " $* " in *" -uuid "*) ;; *) exec ${emulator} "$@" ;; esac`,
    // By another name, without its words and with no path of the lab, so that nobody takes it for a QEMU before it is one.
    `echo $$ > ${join(own, 'pid')}`,
    `printf '%s\\0' "$@" > ${launched}.new && mv ${launched}.new ${launched}`,
    `cd ${own} && exec bash ./late.sh`,
  ];
  writeFileSync(join(own, 'qemu-system-x86_64'), `${first.join('\n')}\n`, { mode: 0o755 });
  const then = [
    'while [ ! -e begun ]; do sleep 0.05; done',
    "mapfile -d '' words < launched",
    `cd / && exec ${emulator} "\${words[@]}"`,
  ];
  writeFileSync(join(own, 'late.sh'), `${then.join('\n')}\n`);
  return {
    folder: own,
    launched: async () => {
      if (!(await comes(() => existsSync(launched), launchLimitMs))) throw new Error('no VM was launched');
    },
    letBegin: () => {
      writeFileSync(join(own, 'begun'), '');
    },
    ended: async () => {
      const pid = readFileSync(join(own, 'pid'), 'latin1').trim();
      if (!(await comes(() => isGone(pid), endLimitMs))) throw new Error(`the late QEMU (pid ${pid}) does not end`);
    },
  };
}

/** True once it is so, false when the limit is over. */
async function comes(isSo: () => boolean, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (!isSo()) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** A zombie has no words any more. */
function isGone(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1') === '';
  } catch {
    return true;
  }
}
