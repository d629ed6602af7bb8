import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Event } from '../../src/core/event.ts';
import type { Instant, Uuid } from '../../src/core/names.ts';
import { fail, ok, type Result } from '../../src/core/result.ts';
import { nodeOfFolder } from '../../src/core/state/home-paths.ts';
import { readNodeJson } from '../../src/core/state/read-node-json.ts';
import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import type { Answer, Approver } from '../../src/ports/approver.ts';
import type { Home, NodeFolder } from '../../src/ports/home.ts';
import type { ImageStore, StoredImage } from '../../src/ports/image-store.ts';
import type { Layout } from '../../src/ports/layout.ts';
import type { NodeFiles } from '../../src/ports/node-files.ts';
import type { StateStore } from '../../src/ports/state-store.ts';
import { createMemoryWaitingRoom } from './memory-waiting-room.ts';
import { modelGuest } from './model-guest.ts';
import { enact, type ModelHost, modelIdentity } from './model-host.ts';
import { modelHypervisor } from './model-hypervisor.ts';

export interface ModelPorts extends EnginePorts {
  readonly seen: Event[];
}

/** Every file of the model was written then. */
const writtenAt = '2026-01-01T00:00:00.000Z' as Instant;

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

export interface ModelOptions {
  readonly store: StateStore;
  readonly answer?: Answer;
  /** Identifiers count up from here; a model that goes on from another's state starts above it. */
  readonly firstIdentifier?: number;
  /** Of the command; any other owner is gone. */
  readonly pid?: number;
}

/** Every port of the engine over a model host; time stands still and identifiers count up, so that runs repeat. */
export function modelPorts(host: ModelHost, options: ModelOptions): ModelPorts {
  const seen: Event[] = [];
  let made = options.firstIdentifier ?? 0;
  const count = (): string => String((made += 1)).padStart(12, '0');
  return {
    version: '0.0.0-test',
    seen,
    layout: modelLayout,
    clock: {
      now: () => '2026-01-01T00:00:00.000Z' as Instant,
      monotonicMs: () => 0,
      sleep: () => Promise.resolve(),
    },
    identifiers: {
      uuid: () => {
        const digits = count();
        // Two commands never make the same one.
        const maker = String(options.pid ?? 1).padStart(4, '0');
        return `${maker}${digits.slice(8)}-0000-4000-8000-${digits}` as Uuid;
      },
      token: () => `token-${count()}`,
      sha256,
    },
    processes: modelProcesses(host, options.pid ?? 1),
    resources: modelResources(),
    store: options.store,
    waitingRoom: createMemoryWaitingRoom(),
    nodeFiles: modelNodeFiles(host),
    home: modelHome(host),
    hypervisor: modelHypervisor(host),
    guest: modelGuest(host),
    images: modelImages(),
    events: { emit: (event) => void seen.push(event) },
    approver: modelApprover(options.answer ?? { kind: 'approved' }),
  };
}

const modelLayout = {
  home: '/home/u/.paddock',
  cache: '/home/u/.cache/paddock',
  absolute: (relative: string) => `/home/u/.paddock/${relative}`,
  sockets: (uuid: Uuid) => ({
    monitor: `/run/p/${uuid.slice(0, 8)}.m`,
    probe: `/run/p/${uuid.slice(0, 8)}.p`,
    console: `/run/p/${uuid.slice(0, 8)}.c`,
    lock: `/run/p/${uuid.slice(0, 8)}.pid`,
  }),
} as unknown as Layout;

function modelProcesses(host: ModelHost, pid: number): EnginePorts['processes'] {
  return {
    self: () => modelIdentity(pid),
    findByArguments: () => [],
    openFiles: () => null,
    judge: (recorded) => (recorded.pid === pid ? 'alive' : 'gone'),
    inspect: (asked) => {
      const vm = [...host.vms.values()].find((each) => each.identity.pid === asked);
      return vm === undefined ? { kind: 'absent' } : { kind: 'present', identity: vm.identity, argv: [] };
    },
  };
}

function modelResources(): EnginePorts['resources'] {
  const bytes = 2 ** 40;
  return {
    diskSpace: () => Promise.resolve(ok({ freeBytes: bytes, mountPoint: '/' })),
    memory: () => ({ totalBytes: bytes, availableBytes: bytes }),
    cpus: () => 4,
    arch: () => 'amd64',
    freeLoopbackPort: (taken) => Promise.resolve(ok(Math.max(40_000, ...taken) + 1)),
    portIsFree: () => Promise.resolve(true),
  };
}

function modelNodeFiles(host: ModelHost): NodeFiles {
  const write = (file: string, content: string): Promise<Result<void>> => {
    const failures = enact(host, `write ${file}`);
    if (failures !== null) return Promise.resolve(fail(...failures));
    host.files.set(file, content);
    return Promise.resolve(ok(undefined));
  };
  const remove = (file: string): Promise<Result<void>> => {
    const failures = enact(host, `remove ${file}`);
    if (failures !== null) return Promise.resolve(fail(...failures));
    host.files.delete(file);
    return Promise.resolve(ok(undefined));
  };
  return {
    writeNodeRecord: (_running, folder, json) => write(`${folder}/node.json`, json),
    createHostKey: async (_running, file) => {
      const written = await write(file, 'private key');
      if (written.ok) host.files.set(`${file}.pub`, 'public key');
      return written.ok ? ok(`ssh-ed25519 ${file}`) : written;
    },
    readHostKey: (file) => Promise.resolve(ok({ privateKey: 'private key\n', publicKey: `ssh-ed25519 ${file}` })),
    look: (file) => {
      const text = host.files.get(file);
      if (text !== undefined) return Promise.resolve({ kind: 'file', sizeBytes: text.length, text });
      const isFolder = [...host.files.keys()].some((each) => each.startsWith(`${file}/`));
      return Promise.resolve(isFolder ? { kind: 'other', what: 'folder' } : { kind: 'absent' });
    },
    lookAtShare: (source) => {
      const found = host.files.get(source) ?? '';
      const problem = found.startsWith('folder') ? null : 'does not exist';
      return Promise.resolve(problem === null ? { problem, identity: found } : { problem });
    },
    missing: (files) => Promise.resolve(ok(files.filter((file) => !host.files.has(file)))),
    lastWritten: (files) =>
      Promise.resolve(new Map(files.filter((file) => host.files.has(file)).map((file) => [file, writtenAt]))),
    writeSeed: (_running, file, bytes) => write(file, Buffer.from(bytes).toString('latin1')),
    createFirmwareVars: (_running, file) => write(file, 'vars'),
    removeFile: (_running, file) => remove(file),
    removeSockets: (_running, { sockets }) => remove(sockets[0] ?? ''),
    removeNodeFolder: (_running, folder) => remove(`${folder}/node.json`),
  };
}

function modelHome(host: ModelHost): Home {
  return {
    nodeFolders: () => {
      const folders = [...host.files.keys()].flatMap((file) => /^.*\/nodes\/[^/]+/u.exec(file)?.[0] ?? []);
      const look = (folder: string): NodeFolder => {
        const name = basename(folder);
        const record = host.files.get(`${folder}/node.json`);
        const made = readNodeJson(record ?? '');
        return { name, made, called: made !== null || record === undefined ? null : nodeOfFolder(name) };
      };
      return Promise.resolve(ok([...new Set(folders)].sort().map(look)));
    },
    diskFiles: () =>
      Promise.resolve(
        ok([...host.files.keys()].flatMap((file) => /disks\/[0-9a-f-]{36}\.qcow2$/u.exec(file)?.[0] ?? []).sort()),
      ),
    controlKeys: () => Promise.resolve(ok([])),
    holds: (file) => Promise.resolve(file.startsWith(`${modelLayout.home}/`)),
    checkErasable: () => {
      const failures = host.failing.get('check home');
      return Promise.resolve(failures === undefined ? ok(undefined) : fail(...failures));
    },
    cutLogs: () => Promise.resolve(ok(undefined)),
    erase: () => {
      const failures = enact(host, 'erase home');
      return Promise.resolve(failures === null ? ok(undefined) : fail(...failures));
    },
  };
}

const mini: StoredImage = {
  alias: 'local-mini',
  arch: 'amd64',
  file: '/home/u/.cache/paddock/images/local-mini.qcow2',
  digest: 'sha256:mini',
  virtualSizeBytes: 2 ** 29,
  boot: 'bios',
  origin: 'recipe mini',
  addedAt: '2026-01-01T00:00:00.000Z',
  shareWays: null,
};

/** Two images to choose between, of the same bytes. */
const known = ['local-mini', 'local-other'];

function modelImages(): ImageStore {
  return {
    list: () => Promise.resolve(ok({ images: [{ ...mini, problem: null }], damagedRecords: [] })),
    resolve: (selector) =>
      Promise.resolve(
        known.includes(selector)
          ? ok({ ...mini, alias: selector })
          : fail({ reason: 'image_absent', selector, recipe: null }),
      ),
    verify: () => Promise.resolve(ok(undefined)),
    importFile: () => Promise.resolve(ok(mini)),
    build: () => Promise.resolve(ok(mini)),
  };
}

function modelApprover(answer: Answer): Approver {
  return { confirm: () => Promise.resolve(answer) };
}
