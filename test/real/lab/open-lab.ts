import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StateDocument } from '../../../src/core/state/document.ts';
import { program } from './checkout.ts';
import { prepareMiniImage } from './mini-image.ts';
import { type Finished, type RunningCommand, startWords } from './run-words.ts';
import { type VmProcess, vmProcesses } from './vm-processes.ts';

export interface LabOptions {
  /** The manifest, written as `paddock.yml` of the folder that commands run in. */
  readonly manifest: string;
  /** Name of the home below the lab's folder. */
  readonly homeName?: string;
  /** Image cache; without one, that of all real tests. */
  readonly cache?: string;
  /** The script that its commands run; without one, the built command. */
  readonly script?: string;
}

export interface CommandOptions {
  readonly stdin?: string;
  readonly timeoutMs?: number;
  /** Another working folder than the lab's. */
  readonly cwd?: string;
  /** Over the lab's environment; undefined takes a variable away. */
  readonly env?: { readonly [name: string]: string | undefined };
  /** Words before the command itself, such as `strace -f -o FILE`. */
  readonly under?: readonly string[];
}

/** A home of its own in a folder of its own, and the built command to use it with. */
export interface Lab {
  /** Short, because the sockets stand below it too; everything of the lab is in it. */
  readonly folder: string;
  readonly home: string;
  readonly cache: string;
  readonly manifest: string;
  /** The environment of its commands. */
  readonly env: NodeJS.ProcessEnv;
  readonly start: (words: readonly string[], options?: CommandOptions) => RunningCommand;
  readonly run: (words: readonly string[], options?: CommandOptions) => Promise<Finished>;
  /** The state documents that are still kept, oldest first. */
  readonly documents: () => readonly StateDocument[];
  /** The newest one. */
  readonly document: () => StateDocument;
  readonly vms: () => readonly VmProcess[];
  /** Ends every process of the lab, undoes what the test says and removes the folder. To be called whatever happened. */
  readonly close: (undo?: () => void) => Promise<void>;
}

/** Opens a lab. Nothing runs in it yet. */
export function openLab(options: LabOptions): Lab {
  const cache = options.cache ?? prepareMiniImage();
  const folder = mkdtempSync('/tmp/paddock-lab-');
  const home = join(folder, options.homeName ?? 'home');
  const manifest = join(folder, 'paddock.yml');
  writeFileSync(manifest, options.manifest);
  mkdirSync(join(folder, 'run'), { mode: 0o700 });
  const children: RunningCommand[] = [];
  const usual = labEnvironment({ folder, home, cache });
  const start: Lab['start'] = (words, how = {}) => {
    const env = { ...usual, ...how.env };
    const [first, ...rest] = [...(how.under ?? []), process.execPath, options.script ?? program, ...words];
    const command = startWords([first ?? process.execPath, ...rest], { ...how, cwd: how.cwd ?? folder, env });
    children.push(command);
    return command;
  };
  const documents = (): readonly StateDocument[] => documentFiles(join(home, 'state')).map(readDocument);
  return {
    ...{ folder, home, cache, manifest, env: usual, start, documents },
    run: (words, how) => start(words, how).finished,
    document: () => newestDocument(join(home, 'state')),
    vms: () => vmProcesses(folder),
    close: (undo) => close(folder, { children, undo }),
  };
}

function labEnvironment(lab: Pick<Lab, 'folder' | 'home' | 'cache'>): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: lab.folder,
    LANG: 'C.UTF-8',
    XDG_RUNTIME_DIR: join(lab.folder, 'run'),
    PADDOCK_HOME: lab.home,
    PADDOCK_CACHE: lab.cache,
  };
}

function documentFiles(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => /^\d{10}\.json$/u.test(name));
  return names.sort().map((name) => join(folder, name));
}

function readDocument(file: string): StateDocument {
  return JSON.parse(readFileSync(file, 'utf8')) as StateDocument;
}

/** Older ones are not looked at: they need not even read. */
function newestDocument(folder: string): StateDocument {
  const last = documentFiles(folder).at(-1);
  if (last === undefined) throw new Error('the home holds no state document');
  return readDocument(last);
}

interface Closing {
  readonly children: readonly RunningCommand[];
  readonly undo: (() => void) | undefined;
}

async function close(folder: string, { children, undo }: Closing): Promise<void> {
  // By group: a command that runs under strace would outlive strace, and write into the folder that is being removed.
  for (const command of children) await endCommand(command);
  for (let round = 0; round < 100 && vmProcesses(folder).length > 0; round += 1) {
    for (const { pid } of vmProcesses(folder)) endProcess(pid);
    await sleep(50);
  }
  undo?.();
  rmSync(folder, { recursive: true, force: true });
}

async function endCommand({ child, finished }: RunningCommand): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  endProcess(-child.pid);
  await Promise.race([finished.catch(() => undefined), sleep(5_000)]);
}

/** A negative number means a process group. */
function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
