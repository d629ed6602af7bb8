import { expect, test } from 'vitest';
import type { StateDocument } from '../../src/core/state/document.ts';
import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import { converge } from '../../src/engine/converge.ts';
import { destroy } from '../../src/engine/destroy.ts';
import { bringUp, lab, type Lab, stateRequest, twoNodes, upRequest, valueOf } from '../engine/lab.ts';
import { createMemoryStore } from '../fakes/memory-store.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import { mortalPorts } from './mortal-ports.ts';
import { mortality } from './mortality.ts';

const fourNodes = `${twoNodes}    10.10.10.12: { nodename: node-2, vm_disks: [] }
    10.10.10.13: { nodename: node-3, vm_disks: [] }
`;
const withoutMeta = fourNodes.replace(/ {4}10\.10\.10\.10:\n(?: {6}.*\n)*/u, '');
const moved = fourNodes.replace('vars: {', 'vars: { admin_ip: 10.10.10.12,');

const ways = [
  {
    name: 'the control node is destroyed',
    heir: 'node-1',
    run: async (ports: EnginePorts) => {
      valueOf(await destroy(ports, stateRequest({ scope: ['meta'] })));
      valueOf(await converge(ports, upRequest(withoutMeta)));
    },
  },
  {
    name: 'the role moves between living nodes',
    heir: 'node-2',
    run: async (ports: EnginePorts) => {
      valueOf(await converge(ports, upRequest(moved)));
    },
  },
];

test.each(ways)('$name, killed at every point: one holder always, and at the end one key', async ({ heir, run }) => {
  const begun = lab();
  await bringUp(begun, fourNodes);
  const peers = peersOf(begun);
  const whole = mortality(null);
  await run(mortalPorts(copyOf(begun).ports, whole));
  expect(whole.passed).toBeGreaterThan(20);
  for (let point = 1; point <= whole.passed; point += 1) {
    const it = copyOf(begun);
    const life = mortality(point);
    const where = await Promise.race([run(mortalPorts(it.ports, life)), life.death]);
    const name = `killed ${String(where)} (point ${String(point)})`;
    expect(['meta', heir], name).toContain(holderOf(it));
    expect(peersOf(it), name).toEqual(peers);
    await run(modelPorts(it.host, { store: it.store, pid: 3 }));
    expect(holderOf(it), name).toBe(heir);
    expect(peersOf(it), name).toEqual(peers);
    expectOneKey(it, { heir, name });
  }
});

function copyOf({ host, store }: Lab): Lab {
  const copied = { host: structuredClone(host), store: createMemoryStore({ history: store.history }) };
  return { ...copied, ports: modelPorts(copied.host, { store: copied.store, pid: 2 }) };
}

function documentOf(it: Lab): StateDocument {
  const document = it.store.history.at(-1);
  if (document === undefined) throw new Error('no document');
  return document;
}

/** The one node that holds the role, and that is there to hold it. */
function holderOf(it: Lab): string | null {
  const { deployment, nodes } = documentOf(it);
  const control = deployment?.control ?? null;
  expect(control === null ? null : nodes[control]?.life).not.toBe('destroyed');
  return control;
}

/** What must not change of the others, whatever happens to the role. */
function peersOf(it: Lab): readonly (readonly string[])[] {
  const others = Object.values(documentOf(it).nodes).filter(({ name }) => name !== 'meta');
  return others.map(({ name, uuid, parts }) => [name, uuid, ...parts.flatMap(({ file }) => file ?? [])]);
}

function expectOneKey(it: Lab, { heir, name }: { readonly heir: string; readonly name: string }): void {
  const { deployment, nodes } = documentOf(it);
  const key = String(deployment?.controlKey);
  const living = Object.values(nodes).filter(({ life }) => life === 'committed');
  for (const { name: node, uuid } of living) {
    const control = (it.host.guests.get(uuid) ?? []).filter((line) => line.startsWith('# control '));
    const told = control.filter((line) => !line.startsWith('# control peer '));
    const own = `# control private ${Buffer.from(`private ${key}\n`).toString('base64')}`;
    expect(told, `${name}: ${node}`).toEqual([node === heir ? own : `# control accept ssh-ed25519 ${key}`]);
  }
}
