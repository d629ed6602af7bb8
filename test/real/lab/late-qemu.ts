import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A QEMU that comes late: its process is there, and its program begins only when it is let. */
export interface LateQemu {
  /** Put this first on PATH. */
  readonly folder: string;
  /** Resolves once a VM was launched with it. */
  readonly launched: () => Promise<void>;
  readonly letBegin: () => void;
}

const launchLimitMs = 60_000;

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
      const deadline = performance.now() + launchLimitMs;
      while (!existsSync(launched)) {
        if (performance.now() > deadline) throw new Error('no VM was launched');
        await sleep(20);
      }
    },
    letBegin: () => {
      writeFileSync(join(own, 'begun'), '');
    },
  };
}
