import { heedAbort } from './heed-abort.ts';

/** Time for a program to end after SIGTERM. */
const graceMs = 1000;

/** Ends a process group at its time limit, on an abort, on too much output and with this process. */
export interface GroupGuard {
  overflow(): void;
  /** Why the group was told to end, or null. */
  ended(): 'timeout' | 'aborted' | 'overflow' | null;
  /** Call when the program has ended. */
  release(): void;
}

/** `pid` leads its group; undefined when it never started. */
export function guardGroup(
  pid: number | undefined,
  limits: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): GroupGuard {
  let why: ReturnType<GroupGuard['ended']> = null;
  let grace: NodeJS.Timeout | undefined;
  const end = (reason: NonNullable<typeof why>): void => {
    if (why !== null) return;
    why = reason;
    signalGroup(pid, 'SIGTERM');
    grace = setTimeout(signalGroup, graceMs, pid, 'SIGKILL');
  };
  const timer = setTimeout(end, limits.timeoutMs, 'timeout');
  const onAbort = (): void => {
    end('aborted');
  };
  const heedNoMore = heedAbort(limits.signal, onAbort);
  endWithUs(pid);
  return {
    overflow: () => {
      end('overflow');
    },
    ended: () => why,
    release() {
      clearTimeout(timer);
      clearTimeout(grace);
      heedNoMore();
      guarded.delete(pid);
      // A program that was told to end may have left children that did not listen.
      if (why !== null) signalGroup(pid, 'SIGKILL');
    },
  };
}

/** Of programs that run. They have one listener together: as many of their own would be taken for a leak. */
const guarded = new Set<number | undefined>();

function endWithUs(pid: number | undefined): void {
  if (!process.listeners('exit').includes(endGuarded)) process.on('exit', endGuarded);
  guarded.add(pid);
}

function endGuarded(): void {
  for (const pid of guarded) signalGroup(pid, 'SIGKILL');
}

function signalGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: the whole group has ended already.
  }
}
