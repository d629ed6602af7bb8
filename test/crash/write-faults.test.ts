import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { encodeDocument } from '../../src/core/state/document-file.ts';
import type { StateDocument } from '../../src/core/state/document.ts';
import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import type { CommitFaults, CommitPoint } from '../../src/host/commit-state.ts';
import { createIdentifiers } from '../../src/host/identifiers.ts';
import { openFileStore } from '../contract/state-store/open-file-store.ts';
import { lab, type Lab } from '../engine/lab.ts';
import type { ModelHost } from '../fakes/model-host.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import { endState } from './end-state.ts';
import { type ModelCase, modelCases } from './model-cases.ts';
import { mortalPorts } from './mortal-ports.ts';

/** How the writing of one document goes wrong. */
interface Fault {
  readonly name: string;
  readonly at: CommitPoint;
  /** Makes it go wrong there, in a home whose state folder this is. */
  readonly strike: (state: string) => void;
  /** True for what stays wrong until somebody does something about it. */
  readonly lasts: boolean;
  /** With which the command may end. */
  readonly reason: string;
}

/** Every commit in a full run; otherwise one in so many, from a seed that is printed. */
const stride = process.env['PADDOCK_TEST_FULL'] === '1' ? 1 : 6;
const seed = Number(process.env['PADDOCK_TEST_SEED'] ?? Date.now() % 1000);

const faults: readonly Fault[] = [
  { name: 'a full file system', at: 'write', strike: fillDisk, lasts: true, reason: 'disk_full' },
  { name: 'a quota that is used up', at: 'sync', strike: failing('EDQUOT'), lasts: true, reason: 'disk_full' },
  { name: 'a read-only file system', at: 'write', strike: failing('EROFS'), lasts: true, reason: 'read_only' },
  { name: 'a short write', at: 'sync', strike: cutDraft, lasts: false, reason: 'file_error' },
  { name: 'a failed sync of the file', at: 'sync', strike: failing('EIO'), lasts: false, reason: 'file_error' },
  { name: 'a failed link', at: 'link', strike: failing('EIO'), lasts: false, reason: 'file_error' },
  {
    ...{ name: 'a failed sync of the folder', at: 'sync_folder', strike: failing('EIO'), lasts: false },
    reason: 'state_not_durable',
  },
];

/** A small file system for the homes, where root may mount one: then a full one is really full. */
const mountPoint = mkdtempSync(join(tmpdir(), 'paddock-faults-'));
const isMounted = process.getuid?.() === 0 && mounted(mountPoint);

function mounted(folder: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4M', 'tmpfs', folder]).status === 0;
}

function failing(code: string): () => void {
  return () => {
    throw Object.assign(new Error(code), { code });
  };
}

function fillDisk(): void {
  if (!isMounted) failing('ENOSPC')();
  const { bavail, bsize } = statfsSync(mountPoint);
  if (bavail > 0) writeFileSync(join(mountPoint, `ballast-${String(performance.now())}`), Buffer.alloc(bavail * bsize));
}

function freeDisk(): void {
  for (const name of readdirSync(mountPoint)) {
    if (name.startsWith('ballast')) rmSync(join(mountPoint, name));
  }
}

function cutDraft(state: string): void {
  const [draft = ''] = readdirSync(state).filter((name) => name.startsWith('.draft'));
  truncateSync(join(state, draft), 100);
}

const cases = modelCases
  .filter(({ name }) => ['up', 'stop', 'destroy'].includes(name))
  .flatMap((command) => faults.map((fault) => ({ name: command.name, what: fault.name, command, fault })));

let injected = 0;

afterAll(() => {
  process.stderr.write(
    `${String(injected)} commits of up, stop and destroy met a fault (seed ${String(seed)}); full ones were ${isMounted ? 'really full' : 'only said to be: it needs root to mount one'}\n`,
  );
  if (isMounted) spawnSync('umount', [mountPoint]);
  rmSync(mountPoint, { recursive: true, force: true });
});

test.each(cases)('$name with $what at each of its commits', async ({ command, fault }) => {
  const begun = lab();
  await command.before(begun);
  const whole = new FileWorld(begun);
  expect(await whole.run(command, null)).toEqual([]);
  const right = await whole.endState();
  expect(whole.commits).toBeGreaterThan(5);
  for (let commit = 1 + (seed % stride); commit <= whole.commits; commit += stride) {
    const name = `${command.name}, ${fault.name} at commit ${String(commit)}`;
    const world = new FileWorld(begun);
    const reasons = await world.run(command, { fault, commit });
    freeDisk();
    injected += 1;
    expect(reasons, name).toContain(fault.reason);
    expect(world.unrecorded, name).toEqual([]);
    expect(await world.drafts(), name).toEqual([]);
    expect(await world.run(command, null), name).toEqual([]);
    expect(await world.endState(), name).toEqual(right);
    world.remove();
  }
  whole.remove();
});

/** A model host with its record on real files. */
class FileWorld {
  /** Commits that the last run began. */
  commits = 0;
  /** Effects whose step was not on record as running, durably, when they began. */
  readonly unrecorded: string[] = [];
  readonly #home = mkdtempSync(join(mountPoint, 'home-'));
  readonly #host: ModelHost;
  #pid = 2;

  constructor({ host, store }: Lab) {
    this.#host = structuredClone(host);
    const folder = join(this.#home, 'state');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const last = store.history.at(-1);
    if (last === undefined) return;
    const file = join(folder, `${String(last.version).padStart(10, '0')}.json`);
    const identifiers = createIdentifiers();
    const text = encodeDocument(last, (content) => identifiers.sha256(content));
    writeFileSync(file, text, { mode: 0o600 });
  }

  /** The reasons of everything that failed. */
  async run(
    command: ModelCase,
    wrong: { readonly fault: Fault; readonly commit: number } | null,
  ): Promise<readonly string[]> {
    this.commits = 0;
    const store = openFileStore(this.#home, { keep: 500, faults: this.#faults(wrong) });
    const ports = modelPorts(this.#host, { store, pid: (this.#pid += 1) });
    const reach = (point: string): Promise<void> => this.#look(point);
    const ended = await command.run(mortalPorts<EnginePorts>(ports, { reach }));
    if (!ended.ok) return ended.failures.map(({ reason }) => reason);
    return ports.seen.flatMap((event) => {
      if (event.kind === 'node_failed') return [event.failure.reason];
      // What was done is on record, and a later commit made that durable.
      return event.kind === 'warning' && event.text.includes('made durable') ? ['state_not_durable'] : [];
    });
  }

  async endState(): Promise<object> {
    return endState(this.#host, await this.#document());
  }

  drafts(): Promise<readonly string[]> {
    return Promise.resolve(readdirSync(join(this.#home, 'state')).filter((name) => name.startsWith('.draft-')));
  }

  remove(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }

  #faults(wrong: { readonly fault: Fault; readonly commit: number } | null): CommitFaults {
    return {
      before: (point) => {
        if (point === 'write') this.commits += 1;
        if (wrong === null || point !== wrong.fault.at) return;
        if (this.commits < wrong.commit || (this.commits > wrong.commit && !wrong.fault.lasts)) return;
        wrong.fault.strike(join(this.#home, 'state'));
      },
    };
  }

  async #document(): Promise<StateDocument | null> {
    const read = await openFileStore(this.#home).read();
    if (!read.ok) throw new Error(JSON.stringify(read));
    return read.value;
  }

  /** Before an effect its step has to stand in the newest document as running. */
  async #look(point: string): Promise<void> {
    const [, kind, uuid, disk] =
      /^before (?:nodeFiles|hypervisor|home)\.\w+ (\w+) (\S+)(?: (\S+))?$/u.exec(point) ?? [];
    if (kind === undefined) return;
    const steps = (await this.#document())?.operation?.steps ?? [];
    const isRunning = steps.some(
      ({ action, state }) =>
        state === 'running' &&
        action.kind === kind &&
        action.uuid === uuid &&
        (disk === undefined || ('disk' in action && action.disk === disk)),
    );
    if (!isRunning) this.unrecorded.push(point);
  }
}
