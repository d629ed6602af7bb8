import { afterAll, expect, test } from 'vitest';
import type { Result } from '../../src/core/result.ts';
import { lab, type Lab, reasonsOf, valueOf } from '../engine/lab.ts';
import { createMemoryStore } from '../fakes/memory-store.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import { type ModelCase, modelCases } from './model-cases.ts';
import { endState } from './end-state.ts';
import { mortality } from './mortality.ts';
import { mortalPorts } from './mortal-ports.ts';

let kills = 0;

afterAll(() => {
  process.stderr.write(`commands on the model host were killed ${String(kills)} times\n`);
});

test.each(modelCases)('$name killed at every point ends as if it had not been', async (command) => {
  const begun = await begin(command);
  const whole = copyOf(begun);
  const life = mortality(null);
  valueOf(await command.run(mortalPorts(whole.ports, life)));
  const right = endState(whole.host, whole.store.history.at(-1));
  expect(life.passed).toBeGreaterThan(10);
  for (let point = 1; point <= life.passed; point += 1) {
    const { it, where } = await killedAt(command, { begun, point });
    const again = await command.run(modelPorts(it.host, { store: it.store, pid: 3 }));
    const name = `${command.name} killed ${where} (point ${String(point)})`;
    expect(acceptable(command, again), name).toEqual([]);
    expect(endState(it.host, it.store.history.at(-1)), name).toEqual(right);
  }
});

test.each(modelCases)('$name killed at a point and again in the run that recovers it', async (command) => {
  const begun = await begin(command);
  const probe = copyOf(begun);
  const whole = mortality(null);
  valueOf(await command.run(mortalPorts(probe.ports, whole)));
  const right = endState(probe.host, probe.store.history.at(-1));
  for (let point = 2; point <= whole.passed; point += 9) {
    for (let second = 1; second <= 9; second += 1) {
      const { it, where } = await killedAt(command, { begun, point });
      const life = mortality(second);
      const ports = mortalPorts(modelPorts(it.host, { store: it.store, pid: 3 }), life);
      await Promise.race([command.run(ports), life.death]);
      kills += 1;
      const again = await command.run(modelPorts(it.host, { store: it.store, pid: 4 }));
      const name = `${command.name} killed ${where} (point ${String(point)}) and at ${String(second)}`;
      expect(acceptable(command, again), name).toEqual([]);
      expect(endState(it.host, it.store.history.at(-1)), name).toEqual(right);
    }
  }
});

async function begin(command: ModelCase): Promise<Lab> {
  const it = lab();
  await command.before(it);
  return it;
}

async function killedAt(
  command: ModelCase,
  { begun, point }: { readonly begun: Lab; readonly point: number },
): Promise<{ readonly it: Lab; readonly where: string }> {
  const it = copyOf(begun);
  const life = mortality(point);
  const ports = mortalPorts(modelPorts(it.host, { store: it.store, pid: 2 }), life);
  const where = await Promise.race([command.run(ports).then(() => 'not at all'), life.death]);
  kills += 1;
  return { it, where };
}

/** The same lab once more: what a run changes in one is not seen in the other. */
function copyOf({ host, store }: Lab): Lab {
  const copied = { host: structuredClone(host), store: createMemoryStore({ history: store.history }) };
  return { ...copied, ports: modelPorts(copied.host, { store: copied.store, pid: 2 }) };
}

function acceptable(command: ModelCase, again: Result<{ readonly status: string }>): readonly string[] {
  if (again.ok) return again.value.status === 'complete' ? [] : [again.value.status];
  return reasonsOf(again).filter((reason) => command.finished?.includes(reason) !== true);
}
