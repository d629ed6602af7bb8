import type { ProcessIdentity } from '../core/state/process-identity.ts';

/** A document on its way: written under this name, then linked as its version. */
export interface Draft {
  readonly name: string;
  readonly version: number;
  readonly writer: ProcessIdentity;
}

const pattern = /^\.draft-(\d{10})-(\d+)-(\d+|x)-([0-9a-f-]+|x)-([0-9a-f-]{36}|x)-(\d+|x)-[0-9a-f]+$/;

/** The name says who writes, so that what a dead writer left can be told from the work of a living one. */
export function draftName(version: number, writer: ProcessIdentity, token: string): string {
  const namespace = /\d+/.exec(writer.pidNamespace ?? '')?.[0];
  const facts = [
    String(writer.pid),
    writer.startTime ?? 'x',
    writer.machineId ?? 'x',
    writer.bootId ?? 'x',
    namespace ?? 'x',
  ];
  return ['.draft', String(version).padStart(10, '0'), ...facts, token].join('-');
}

/** Null for a name of another form. */
export function parseDraftName(name: string): Draft | null {
  const [, version, pid, startTime, machineId, bootId, namespace] = pattern.exec(name) ?? [];
  if (version === undefined || pid === undefined) return null;
  return {
    name,
    version: Number(version),
    writer: {
      pid: Number(pid),
      startTime: known(startTime),
      machineId: known(machineId),
      bootId: known(bootId),
      pidNamespace: namespace === undefined || namespace === 'x' ? null : `pid:[${namespace}]`,
      executable: null,
      argvSha256: null,
    },
  };
}

function known(fact: string | undefined): string | null {
  return fact === undefined || fact === 'x' ? null : fact;
}
