import type { ProcessIdentity } from '../core/state/process-identity.ts';

/** Form of what `processWords` yields, with a group for each fact: for the pattern of a file name that holds it. */
export const processWordsPattern = '(\\d+)-(\\d+|x)-([0-9a-f-]+|x)-([0-9a-f-]{36}|x)-(\\d+|x)';

/** Who a process is, as a part of a file name: what a dead process left is told by it from the work of a living one. */
export function processWords({ pid, startTime, machineId, bootId, pidNamespace }: ProcessIdentity): string {
  const namespace = /\d+/.exec(pidNamespace ?? '')?.[0];
  return [String(pid), ...[startTime, machineId, bootId, namespace].map((fact) => fact ?? 'x')].join('-');
}

/** The process of the groups that the pattern found. */
export function processOfWords([pid, startTime, machineId, bootId, namespace]: readonly string[]): ProcessIdentity {
  const inode = known(namespace);
  return {
    pid: Number(pid),
    startTime: known(startTime),
    machineId: known(machineId),
    bootId: known(bootId),
    pidNamespace: inode === null ? null : `pid:[${inode}]`,
    executable: null,
    argvSha256: null,
  };
}

function known(fact: string | undefined): string | null {
  return fact === undefined || fact === 'x' ? null : fact;
}
