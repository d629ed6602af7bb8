import { expect, test } from 'vitest';
import { ok } from '../../src/core/result.ts';
import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import { takeFence } from '../../src/engine/fence.ts';
import { recover, type RecoverRequest } from '../../src/engine/recover.ts';
import type { EvidencePorts } from '../../src/engine/recovery/gather-evidence.ts';
import type { ResolvePorts } from '../../src/engine/recovery/resolve.ts';
import { settleInterrupted } from '../../src/engine/settle-interrupted.ts';
import { lab, type Lab } from '../engine/lab.ts';
import { createMemoryStore } from '../fakes/memory-store.ts';
import { modelPorts, type ModelPorts } from '../fakes/model-ports.ts';
import { modelCases, type ModelCase } from './model-cases.ts';
import { mortality } from './mortality.ts';
import { mortalPorts } from './mortal-ports.ts';
import { type MethodOf, recordingPorts } from './recording-ports.ts';

/** Methods that change nothing outside. */
const reads = [
  ...['layout.absolute', 'layout.sockets'],
  ...['clock.now', 'clock.monotonicMs', 'clock.sleep'],
  ...['processes.self', 'processes.inspect', 'processes.judge', 'processes.findByArguments', 'processes.openFiles'],
  ...['store.read', 'store.readLastGood', 'store.olderOf', 'store.operations', 'store.readInputs', 'store.keptInputs'],
  ...['nodeFiles.look', 'nodeFiles.readHostKey', 'nodeFiles.missing', 'nodeFiles.lastWritten'],
  ...['home.nodeFolders', 'home.diskFiles', 'home.controlKeys'],
  ...['hypervisor.observe', 'hypervisor.inspectImage'],
  ...['identifiers.token', 'identifiers.uuid', 'identifiers.sha256'],
] as const satisfies readonly MethodOf<EnginePorts>[];

const records = ['store.commit', 'store.archive'] as const satisfies readonly MethodOf<EnginePorts>[];

/** Beside the recovery itself a command waits for its turn, and says what it does. */
const besides = ['waitingRoom.tryEnter', 'events.emit'] as const satisfies readonly MethodOf<EnginePorts>[];

const allowed: readonly string[] = [...reads, ...records, ...besides];

/** Every point of a command in a full run; otherwise one in so many. */
const stride = process.env['PADDOCK_TEST_FULL'] === '1' ? 1 : 9;

function requestOf(changes: Partial<RecoverRequest> = {}): RecoverRequest {
  return { dryRun: false, accept: null, signal: new AbortController().signal, ...changes };
}

/** The lab as a command left it that was killed at this point; null where it has fewer. */
async function killedAt(command: ModelCase, begun: Lab, point: number): Promise<(() => ModelPorts) | null> {
  const host = structuredClone(begun.host);
  const store = createMemoryStore({ history: begun.store.history });
  const life = mortality(point);
  const ended = command.run(mortalPorts(modelPorts(host, { store, pid: 2 }), life)).then(() => null);
  if ((await Promise.race([ended, life.death])) === null) return null;
  return () => {
    const copy = structuredClone(host);
    return modelPorts(copy, { store: createMemoryStore({ history: store.history }), pid: 3 });
  };
}

test.each(modelCases)('a recovery of $name reads and records, and does nothing else', async (command) => {
  const begun = lab();
  await command.before(begun);
  const calls: string[] = [];
  const recording = (ports: ModelPorts): ModelPorts => recordingPorts(ports, { allowed, calls });
  for (let point = 1; ; point += stride) {
    const left = await killedAt(command, begun, point);
    if (left === null) break;
    await recover(recording(left()), requestOf());
    await recover(recording(left()), requestOf({ dryRun: true }));
    await recover(recording(left()), requestOf({ accept: { nodes: null } }));
    // The recovery that every mutating command begins with.
    const ports = left();
    const ledger = await takeFence(ports, { command: 'up', signal: new AbortController().signal });
    if (ledger.ok) await settleInterrupted(recording(ports), ledger.value, 'up');
  }
  expect(calls.filter((call) => !allowed.includes(call))).toEqual([]);
  expect(calls).toContain('store.commit');
});

test('a recovery that acted would be found out', async () => {
  const it = lab();
  const calls: string[] = [];
  const ports = recordingPorts(it.ports, { allowed, calls });
  expect(() => ports.home.cutLogs([])).toThrow('home.cutLogs was called');
  expect(await recover(ports, requestOf())).toEqual(ok({ dryRun: false, operations: [] }));
});

test('by their types, evidence has nothing to change anything with, and recovery nothing but the archive', () => {
  type Unlisted = Exclude<MethodOf<EvidencePorts>, (typeof reads)[number]>;
  type UnlistedOfRecovery = Exclude<MethodOf<ResolvePorts>, (typeof reads | typeof records)[number]>;
  // A method that joins either type, and no list, is an error of the compiler here.
  const none: readonly [Unlisted, UnlistedOfRecovery][] = [];
  const never: readonly never[] = none.flat();
  // Each of these lines has to be an error of the compiler.
  const unreachable = (ports: ResolvePorts): readonly unknown[] => [
    // @ts-expect-error -- no VM is started
    ports.hypervisor.launch,
    // @ts-expect-error -- none is continued
    ports.hypervisor.cont,
    // @ts-expect-error -- none is stopped
    ports.hypervisor.stop,
    // @ts-expect-error -- no file is removed
    ports.nodeFiles.removeFile,
    // @ts-expect-error -- the document is changed through the ledger alone
    ports.store.commit,
    // @ts-expect-error -- no guest is reached
    ports.guest,
  ];
  expect([never, unreachable.length]).toEqual([[], 1]);
});
