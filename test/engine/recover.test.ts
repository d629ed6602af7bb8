import { expect, test } from 'vitest';
import type { Evidence } from '../../src/core/recovery/evidence.ts';
import type { Uuid } from '../../src/core/names.ts';
import { converge } from '../../src/engine/converge.ts';
import { destroy } from '../../src/engine/destroy.ts';
import { recover } from '../../src/engine/recover.ts';
import { start, stop } from '../../src/engine/start-stop.ts';
import { modelPorts, type ModelPorts } from '../fakes/model-ports.ts';
import { mortality } from '../crash/mortality.ts';
import { mortalPorts } from '../crash/mortal-ports.ts';
import { bringUp, lab, type Lab, oneNode, reasonsOf, stateRequest, upRequest, valueOf } from './lab.ts';

type Run = (ports: ModelPorts) => Promise<unknown>;

/** Runs a command of process 2 and kills it right where `where` says for the first time. */
async function killedAt(it: Lab, run: Run, where: string): Promise<ModelPorts> {
  const ports = modelPorts(it.host, { store: it.store, pid: 2 });
  const life = mortality(null);
  const death = new Promise<void>((resolve) => {
    const reach = (point: string): Promise<void> => {
      if (!`${point} `.startsWith(`${where} `)) return life.reach(point);
      resolve();
      return new Promise<void>(() => undefined);
    };
    void run(mortalPorts(ports, { reach }));
  });
  await death;
  return modelPorts(it.host, { store: it.store, pid: 3 });
}

function request(changes: Partial<Parameters<typeof recover>[1]> = {}): Parameters<typeof recover>[1] {
  return { dryRun: false, accept: null, signal: new AbortController().signal, ...changes };
}

function seeing(
  ports: ModelPorts,
  evidence: (asked: number) => Evidence,
): { readonly ports: ModelPorts; asked: () => number } {
  let asked = 0;
  const hypervisor = { ...ports.hypervisor, observe: () => Promise.resolve(evidence((asked += 1))) };
  return { ports: { ...ports, hypervisor }, asked: () => asked };
}

const up: Run = (ports) => converge(ports, upRequest(oneNode));
const verdictsOf = (report: Awaited<ReturnType<typeof recover>>) =>
  valueOf(report).operations.flatMap(({ steps }) => steps.map((step) => `${step.kind} ${step.verdict}`));
const unknown = (why: 'probe_unavailable' | 'identity_unverifiable'): Evidence => ({
  ...{ kind: 'unknown', why, qmp: 'silent', process: 'unreadable', detail: 'as told' },
});

test('where nothing was interrupted, nothing is written', async () => {
  const it = lab();
  expect(valueOf(await recover(it.ports, request())).operations).toEqual([]);
  await bringUp(it, oneNode);
  const before = it.store.history.length;
  expect(valueOf(await recover(it.ports, request())).operations).toEqual([]);
  expect(it.store.history).toHaveLength(before);
});

test('a file that was made is found, and is not made a second time', async () => {
  const it = lab();
  const ports = await killedAt(it, up, 'after hypervisor.createOverlay');
  it.host.effects.length = 0;
  expect(verdictsOf(await recover(ports, request()))).toEqual(['create_root_disk complete']);
  expect(it.host.effects).toEqual([]);
  valueOf(await converge(ports, upRequest(oneNode)));
  expect(it.host.effects.filter((effect) => effect.includes('root.qcow2'))).toEqual([]);
  expect(it.store.history.at(-1)?.events.filter(({ kind }) => kind === 'operation.lost')).toHaveLength(1);
});

test('a wrong file of an uncommitted creation is rolled back by the next up, in a step of its own', async () => {
  const it = lab();
  const ports = await killedAt(it, up, 'after hypervisor.createOverlay');
  const [file = ''] = [...it.host.files.keys()].filter((name) => name.endsWith('root.qcow2'));
  const whole = JSON.parse(it.host.files.get(file) ?? '{}') as object;
  it.host.files.set(file, JSON.stringify({ ...whole, virtualSizeBytes: 7 }));
  expect(verdictsOf(await recover(ports, request()))).toEqual(['create_root_disk rollback_due']);
  const done = valueOf(await converge(ports, upRequest(oneNode)));
  expect(done.steps.map(({ kind }) => kind)).toContain('remove_root_disk');
  expect(JSON.parse(it.host.files.get(file) ?? '{}')).toMatchObject(whole);
});

test('a VM that was launched is adopted, and up continues it with the same process', async () => {
  const it = lab();
  const ports = await killedAt(it, up, 'after hypervisor.launch');
  const [vm] = it.host.vms.values();
  expect(verdictsOf(await recover(ports, request()))).toEqual(['start_vm adopt']);
  const [record] = Object.values(it.store.history.at(-1)?.nodes ?? {});
  expect(record).toMatchObject({ life: 'creating', process: vm?.identity });
  it.host.effects.length = 0;
  valueOf(await converge(ports, upRequest(oneNode)));
  expect(it.host.effects.filter((effect) => /^(?:cont|launch) /u.test(effect))).toEqual(['cont meta']);
});

test('a dry run says the same and records nothing; while the owner lives it says so', async () => {
  const it = lab();
  const ports = await killedAt(it, up, 'after hypervisor.launch');
  const before = it.store.history.length;
  expect(verdictsOf(await recover(ports, request({ dryRun: true })))).toEqual(['start_vm adopt']);
  const living = { ...ports, processes: { ...ports.processes, judge: () => 'alive' as const } };
  expect(verdictsOf(await recover(living, request({ dryRun: true })))).toEqual(['start_vm resolved']);
  expect(it.store.history).toHaveLength(before);
});

test('a claimed step is lost without a probe', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  const ports = await killedAt(it, (each) => stop(each, stateRequest()), 'before hypervisor.stop');
  const newest = it.store.history.at(-1);
  const steps = newest?.operation?.steps.map((step) => ({ ...step, state: 'claimed' as const })) ?? [];
  if (newest === undefined || newest.operation === null) throw new Error('no open operation');
  valueOf(await it.store.commit(newest, { ...newest, operation: { ...newest.operation, steps } }));
  const watched = seeing(ports, () => unknown('probe_unavailable'));
  expect(verdictsOf(await recover(watched.ports, request()))).toEqual(['stop_vm lost']);
  expect(watched.asked()).toBe(0);
});

test('a probe that cannot be made is made three times, and its verdict is kept', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  const dead = await killedAt(it, (each) => stop(each, stateRequest()), 'before hypervisor.stop');
  const watched = seeing(dead, () => unknown('probe_unavailable'));
  expect(verdictsOf(await recover(watched.ports, request()))).toEqual(['stop_vm retry']);
  expect(watched.asked()).toBe(3);
  const kept = it.store.history.at(-1);
  expect(kept?.events.at(-1)).toMatchObject({ kind: 'step.retry', node: 'meta' });
  expect(kept?.operation?.steps[0]?.state).toBe('running');
  // Said again it is the same fact, and stands once.
  await recover(watched.ports, request());
  expect(it.store.history.at(-1)?.events.filter(({ kind }) => kind === 'step.retry')).toHaveLength(1);
  expect(reasonsOf(await start(watched.ports, stateRequest()))).toEqual(['recovery_undecided']);
});

test('a stop that was interrupted while the VM runs is finished by stop alone', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  const ports = await killedAt(it, (each) => stop(each, stateRequest()), 'before hypervisor.stop');
  expect(verdictsOf(await recover(ports, request()))).toEqual(['stop_vm retry']);
  expect(reasonsOf(await converge(ports, upRequest(oneNode)))).toEqual(['operation_interrupted']);
  expect(valueOf(await stop(ports, stateRequest())).status).toBe('complete');
  expect(it.store.archived.map(({ command, status }) => `${command} ${status}`)).toContain('stop superseded');
});

test('what only a person can tell stays, until a person has looked', async () => {
  const it = lab();
  const dead = await killedAt(it, up, 'after hypervisor.launch');
  const { ports } = seeing(dead, () => unknown('identity_unverifiable'));
  expect(verdictsOf(await recover(ports, request()))).toEqual(['start_vm manual']);
  expect(reasonsOf(await destroy(ports, stateRequest()))).toEqual(['recovery_undecided']);
  const mistyped = await recover(ports, request({ accept: { nodes: ['mets'] } }));
  expect(mistyped).toMatchObject({ failures: [{ reason: 'unknown_node', name: 'mets', nearest: 'meta' }] });
  expect(it.store.history.at(-1)?.operation?.steps.some(({ state }) => state === 'running')).toBe(true);
  expect(verdictsOf(await recover(ports, request({ accept: { nodes: null } })))).toEqual(['start_vm lost']);
  const newest = it.store.history.at(-1);
  expect(newest?.operation).toBeNull();
  expect(newest?.nodes['meta']?.process).toBeNull();
  expect(newest?.events.map(({ kind }) => kind)).toContain('step.accepted');
});

test('an owner that cannot be judged from here is taken over only by the word of a person', async () => {
  const it = lab();
  const dead = await killedAt(it, up, 'after hypervisor.launch');
  const ports = { ...dead, processes: { ...dead.processes, judge: () => 'unverifiable' as const } };
  expect(reasonsOf(await recover(ports, request()))).toEqual(['owner_unverifiable']);
  expect(valueOf(await recover(ports, request({ accept: { nodes: null } }))).operations).toHaveLength(1);
});

test('evidence that the state has moved away under is gathered again', async () => {
  const it = lab();
  const dead = await killedAt(it, up, 'after hypervisor.launch');
  const [uuid] = it.host.vms.keys() as IterableIterator<Uuid>;
  // Another hand changes the node while the first probe is under way.
  const watched = seeing(dead, (asked) => {
    const newest = it.store.history.at(-1);
    const record = newest?.nodes['meta'];
    if (asked === 1 && newest !== undefined && record !== undefined) {
      void it.store.commit(newest, { ...newest, nodes: { meta: { ...record, sshPort: 4242 } } });
    }
    const pid = uuid === undefined ? null : (it.host.vms.get(uuid)?.identity.pid ?? null);
    return { kind: 'running', qmp: 'ours', process: 'ours', paused: true, pid };
  });
  expect(verdictsOf(await recover(watched.ports, request()))).toEqual(['start_vm adopt']);
  expect(watched.asked()).toBe(2);
  expect(it.store.history.at(-1)?.nodes['meta']?.sshPort).toBe(4242);
});

test('a state that moves away under every look is left as it is, and the next recovery judges it', async () => {
  const it = lab();
  const dead = await killedAt(it, up, 'after hypervisor.launch');
  const asked = (): number => it.store.history.at(-1)?.nodes['meta']?.sshPort ?? 0;
  const watched = seeing(dead, (count) => {
    const newest = it.store.history.at(-1);
    const record = newest?.nodes['meta'];
    if (count <= 3 && newest !== undefined && record !== undefined) {
      void it.store.commit(newest, { ...newest, nodes: { meta: { ...record, sshPort: 4000 + count } } });
    }
    return { kind: 'not_running', why: 'process_gone', qmp: 'no_listener', process: 'absent' };
  });
  expect(reasonsOf(await recover(watched.ports, request()))).toEqual(['state_stale']);
  expect([watched.asked(), asked()]).toEqual([3, 4003]);
  const left = it.store.history.at(-1);
  expect(left?.operation?.steps.find(({ action }) => action.kind === 'start_vm')?.state).toBe('running');
  expect(left?.fence.owner).toBeNull();
  expect(verdictsOf(await recover(watched.ports, request()))).toEqual(['start_vm lost']);
});

test('recovery reads and commits, and does nothing else', async () => {
  const it = lab();
  const dead = await killedAt(it, up, 'after hypervisor.launch');
  it.host.effects.length = 0;
  const done: string[] = [];
  const watched = mortalPorts(dead, { reach: (point) => Promise.resolve(void done.push(point)) });
  await recover(watched, request());
  expect(it.host.effects).toEqual([]);
  expect([...new Set(done.map((point) => point.replace(/^\w+ /u, '')))].sort()).toEqual([
    'store.archive',
    'store.commit',
  ]);
});

test('a start that died before its guest was ready waits for the guest when it is run again', async () => {
  const it = lab();
  await bringUp(it, oneNode);
  await stop(it.ports, stateRequest());
  const ports = await killedAt(it, (each) => start(each, stateRequest()), 'after hypervisor.cont');
  const report = valueOf(await start(ports, stateRequest()));
  expect(report.steps.map(({ kind, state }) => `${kind} ${state}`)).toEqual(['set_up_guest complete']);
  expect(report.nodes[0]).toMatchObject({ ready: true });
});
