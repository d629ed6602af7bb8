import { open, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Instant, NodeName } from '../../src/core/names.ts';
import { emptyDocument } from '../../src/core/state/empty-document.ts';
import { newNodeRecord } from '../../src/core/state/new-node-record.ts';
import type { NodeRecord, StateDocument } from '../../src/core/state/document.ts';
import { createIdentifiers } from '../../src/host/identifiers.ts';
import { makeFolder } from '../../src/host/make-folder.ts';
import { createProcesses } from '../../src/host/processes.ts';
import { createStateStore } from '../../src/host/state-store.ts';

/** Times commits of a 20-node document against plain synced writes of the same bytes, interleaved; prints the times as JSON. */
const rounds = 60;
const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: commit.program FOLDER');
const identifiers = createIdentifiers();
const store = createStateStore({
  layout: { absolute: (relative) => join(folder, 'home', relative) },
  version: 'bench',
  identifiers,
  processes: createProcesses(),
});

function node(index: number): NodeRecord {
  const address = `10.10.10.${String(index + 9)}`;
  return newNodeRecord({
    spec: {
      name: `node-${String(index)}` as NodeName,
      address,
      cpus: 2,
      memoryBytes: 2 ** 32,
      rootDiskBytes: 2 ** 36,
      disks: [{ id: 'data', path: '/data', sizeBytes: 2 ** 37, fs: 'auto', persistent: true }],
      shares: [],
      aliases: ['db', 'pg'],
      image: 'local-mini:stable',
      userDataSha256: null,
      control: index === 0,
    },
    uuid: identifiers.uuid(),
    createdAt: '2026-01-01T00:00:00.000Z' as Instant,
    madeFor: {
      envelope: { subnet: '10.10.10.0/24', user: 'dba', arch: 'native', image: 'local-mini:stable' },
      runtime: { accel: 'auto', network: 'user' },
    },
    machine: { type: 'pc-q35-7.2', arch: 'amd64', firmware: 'bios', accelerator: 'tcg', acceleratorReason: 'bench' },
    image: { selector: 'local-mini:stable', digest: `sha256:${'0'.repeat(64)}`, path: '/images/mini.qcow2' },
    sshPort: 40_000 + index,
    diskUuids: { data: identifiers.uuid() },
    retained: [],
  });
}

function document(): StateDocument {
  const nodes = Array.from({ length: 20 }, (_, index) => node(index));
  return { ...emptyDocument('bench'), nodes: Object.fromEntries(nodes.map((each) => [each.name, each])) };
}

async function plainWrite(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
  const parent = await open(join(path, '..'), 'r');
  await parent.sync();
  await parent.close();
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const next = document();
let base: StateDocument | null = null;

async function commit(): Promise<void> {
  const committed = await store.commit(base, next);
  if (!committed.ok) throw new Error(JSON.stringify(committed.failures));
  base = committed.value;
}

const plain = join(folder, 'plain');
const made = await makeFolder(plain);
if (!made.ok) throw new Error(JSON.stringify(made.failures));
await commit();
const states = join(folder, 'home', 'state');
const bytes = await readFile(join(states, (await readdir(states)).filter((name) => name.endsWith('.json'))[0] ?? ''));
const times = { commit: [] as number[], plain: [] as number[] };
for (let round = 0; round < rounds; round += 1) {
  times.commit.push(await timed(commit));
  times.plain.push(await timed(() => plainWrite(join(plain, `${String(round)}.json`), bytes)));
}
process.stdout.write(`${JSON.stringify(times)}\n`);
