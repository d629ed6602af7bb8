import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readlinkSync, readSync, statSync } from 'node:fs';
import { placeProcess } from '../core/recovery/place-process.ts';
import type { ProcessIdentity } from '../core/state/process-identity.ts';
import type { OpenFile, ProcessObservation, Processes } from '../ports/processes.ts';
import { errorCode } from './error-code.ts';
import { parseProcStat } from './parse-proc-stat.ts';

export interface ProcessSources {
  readonly proc: string;
  /** The first one that reads. */
  readonly machineIds: readonly string[];
}

const linux: ProcessSources = { proc: '/proc', machineIds: ['/etc/machine-id', '/var/lib/dbus/machine-id'] };

/** The Processes port over /proc. Where there is none, facts are null and nothing is ever proven gone by them. */
export function createProcesses(sources: ProcessSources = linux): Processes {
  // None of these can change while this process lives.
  const place = {
    machineId: sources.machineIds.map(readLine).find((id) => id !== null) ?? null,
    bootId: readLine(`${sources.proc}/sys/kernel/random/boot_id`),
    pidNamespace: readLink(`${sources.proc}/self/ns/pid`),
  };
  let self: ProcessIdentity | null = null;
  const selfOnce = (): ProcessIdentity => (self ??= selfIdentity(place, sources.proc));
  const inspect = (pid: number): ProcessObservation => inspectProcess(pid, { place, proc: sources.proc });
  return {
    self: selfOnce,
    inspect,
    judge: (recorded) => judgeProcess(recorded, selfOnce(), inspect),
    findByArguments: (words) =>
      pidsWithWords(sources.proc, words)
        .map(inspect)
        .filter((seen) => seen.kind === 'present')
        .filter((seen) => containsInOrder(seen.argv, words)),
    openFiles: (pid) => openFiles(`${sources.proc}/${String(pid)}/fd`),
  };
}

type Place = Pick<ProcessIdentity, 'machineId' | 'bootId' | 'pidNamespace'>;

function selfIdentity(place: Place, proc: string): ProcessIdentity {
  const stat = readText(`${proc}/self/stat`);
  return {
    ...place,
    pid: process.pid,
    startTime: stat === null ? null : (parseProcStat(stat)?.startTime ?? null),
    executable: readLink(`${proc}/self/exe`),
    argvSha256: null,
  };
}

function inspectProcess(pid: number, where: { readonly place: Place; readonly proc: string }): ProcessObservation {
  const folder = `${where.proc}/${String(pid)}`;
  const stat = readText(`${folder}/stat`);
  if (stat === null) return withoutStat(pid);
  const parsed = parseProcStat(stat);
  if (parsed === null) return { kind: 'unreadable', detail: `${folder}/stat has an unknown form` };
  if (parsed.state === 'Z' || parsed.state === 'X') return { kind: 'zombie' };
  const words = readBytes(`${folder}/cmdline`)?.subarray(0, -1) ?? Buffer.alloc(0);
  const executable = readLink(`${folder}/exe`);
  return {
    kind: 'present',
    identity: {
      ...where.place,
      pid,
      startTime: parsed.startTime,
      // The kernel adds this when the file was replaced by an upgrade; it is still the same program.
      executable: executable?.replace(/ \(deleted\)$/, '') ?? null,
      argvSha256: createHash('sha256').update(words).digest('hex'),
    },
    argv: words.toString('utf8').split('\0'),
  };
}

/** `/proc` may be absent or hide the processes of others, so only the kernel's own answer counts as absent. */
function withoutStat(pid: number): ProcessObservation {
  try {
    process.kill(pid, 0);
    return { kind: 'unreadable', detail: `process ${String(pid)} exists and cannot be read` };
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return { kind: 'absent' };
    return { kind: 'unreadable', detail: `process ${String(pid)}: ${errorCode(error)}` };
  }
}

function judgeProcess(
  recorded: ProcessIdentity,
  self: ProcessIdentity,
  inspect: (pid: number) => ProcessObservation,
): 'alive' | 'gone' | 'unverifiable' {
  const place = placeProcess(recorded, self);
  if (place === 'other_boot') return 'gone';
  if (place !== 'here') return 'unverifiable';
  const seen = inspect(recorded.pid);
  if (seen.kind === 'absent' || seen.kind === 'zombie') return 'gone';
  if (seen.kind === 'unreadable' || seen.identity.startTime === null) return 'unverifiable';
  return seen.identity.startTime === recorded.startTime ? 'alive' : 'gone';
}

/** A cheap sieve: hundreds of processes are none of ours, and their identities take long to read. */
function pidsWithWords(proc: string, words: readonly string[]): readonly number[] {
  return listPids(proc).filter((pid) => {
    const argv = readBytes(`${proc}/${String(pid)}/cmdline`);
    return argv !== null && words.every((word) => argv.includes(word));
  });
}

function openFiles(folder: string): readonly OpenFile[] | null {
  try {
    return readdirSync(folder).flatMap((name) => openFile(`${folder}/${name}`));
  } catch {
    return null;
  }
}

function openFile(link: string): readonly OpenFile[] {
  const path = readLink(link);
  // Pipes and sockets have names of another form, and a device is never waited for.
  if (path?.startsWith('/') !== true || path.startsWith('/dev/')) return [];
  try {
    const facts = statSync(link, { bigint: true });
    return facts.isFile() ? [{ path, dev: facts.dev, ino: facts.ino }] : [];
  } catch {
    return [];
  }
}

function listPids(proc: string): readonly number[] {
  try {
    return readdirSync(proc)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function containsInOrder(argv: readonly string[], words: readonly string[]): boolean {
  return argv.some((_, start) => words.every((word, offset) => argv[start + offset] === word));
}

function readText(path: string): string | null {
  // A process names itself in any bytes it likes.
  return readBytes(path)?.toString('latin1') ?? null;
}

function readBytes(path: string): Buffer | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    return readWhole(file);
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

/** Files of /proc have no size, so node would take 64 KiB for each. */
const page = Buffer.allocUnsafe(16 * 1024);

function readWhole(file: number): Buffer {
  const pages: Buffer[] = [];
  for (let read = readSync(file, page); read > 0; read = readSync(file, page)) {
    pages.push(Buffer.from(page.subarray(0, read)));
  }
  return Buffer.concat(pages);
}

function readLine(path: string): string | null {
  const text = readText(path)?.trim() ?? '';
  return text === '' ? null : text;
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
