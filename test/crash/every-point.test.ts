import { expect, test } from 'vitest';
import type { Result } from '../../src/core/result.ts';
import { destroy, purge } from '../../src/engine/destroy.ts';
import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import { start, stop } from '../../src/engine/start-stop.ts';
import { converge } from '../../src/engine/converge.ts';
import { bringUp, lab, type Lab, reasonsOf, stateRequest, twoNodes, upRequest, valueOf } from '../engine/lab.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import { mortality, mortalPorts } from './mortal-ports.ts';

interface Killed {
  readonly name: string;
  readonly before: (it: Lab) => Promise<unknown>;
  readonly run: (ports: EnginePorts) => Promise<Result<{ readonly status: string }>>;
}

const nothing = () => Promise.resolve();
const commands: readonly Killed[] = [
  { name: 'up', before: nothing, run: (ports) => converge(ports, upRequest(twoNodes)) },
  {
    name: 'start',
    before: async (it) => {
      await bringUp(it, twoNodes);
      await stop(it.ports, stateRequest());
    },
    run: (ports) => start(ports, stateRequest()),
  },
  { name: 'stop', before: (it) => bringUp(it, twoNodes), run: (ports) => stop(ports, stateRequest()) },
  { name: 'destroy', before: (it) => bringUp(it, twoNodes), run: (ports) => destroy(ports, stateRequest()) },
  { name: 'purge', before: (it) => bringUp(it, twoNodes), run: (ports) => purge(ports, stateRequest()) },
];

test.each(commands)('$name killed at every point ends as if it had not been', async (command) => {
  const whole = lab();
  await command.before(whole);
  const life = mortality(null);
  valueOf(await command.run(mortalPorts(whole.ports, life)));
  const right = endState(whole);
  expect(life.passed).toBeGreaterThan(10);
  for (let point = 1; point <= life.passed; point += 1) {
    const { it, where } = await killedAt(command, point);
    const again = await command.run(modelPorts(it.host, { store: it.store, pid: 3 }));
    const name = `${command.name} killed ${where} (point ${String(point)})`;
    expect(acceptable(command, again), name).toEqual([]);
    expect(endState(it), name).toEqual(right);
  }
});

test.each(commands)('$name killed at a point and again in the run that recovers it', async (command) => {
  const probe = lab();
  await command.before(probe);
  const whole = mortality(null);
  valueOf(await command.run(mortalPorts(probe.ports, whole)));
  const right = endState(probe);
  for (let point = 2; point <= whole.passed; point += 9) {
    for (let second = 1; second <= 9; second += 1) {
      const { it, where } = await killedAt(command, point);
      const life = mortality(second);
      const ports = mortalPorts(modelPorts(it.host, { store: it.store, pid: 3 }), life);
      await Promise.race([command.run(ports), life.death]);
      const again = await command.run(modelPorts(it.host, { store: it.store, pid: 4 }));
      const name = `${command.name} killed ${where} (point ${String(point)}) and at ${String(second)}`;
      expect(acceptable(command, again), name).toEqual([]);
      expect(endState(it), name).toEqual(right);
    }
  }
});

async function killedAt(command: Killed, point: number): Promise<{ readonly it: Lab; readonly where: string }> {
  const it = lab();
  await command.before(it);
  const life = mortality(point);
  const ports = mortalPorts(modelPorts(it.host, { store: it.store, pid: 2 }), life);
  const where = await Promise.race([command.run(ports).then(() => 'not at all'), life.death]);
  return { it, where };
}

/** A purge that was killed after its last commit has left nothing to purge. */
function acceptable(command: Killed, again: Result<{ readonly status: string }>): readonly string[] {
  if (again.ok) return again.value.status === 'complete' ? [] : [again.value.status];
  const reasons = reasonsOf(again);
  return command.name === 'purge' ? reasons.filter((reason) => reason !== 'no_deployment') : reasons;
}

/** What matters of the end: identifiers, versions and times differ from run to run, what exists does not. */
function endState(it: Lab): object {
  const last = it.store.history.at(-1);
  const nodes = Object.values(last?.nodes ?? {}).map((node) => ({
    name: node.name,
    life: node.life,
    power: node.parts.find((part) => part.kind === 'vm')?.outputs['power'],
    parts: node.parts.map((part) => `${part.kind} ${part.state}`),
  }));
  return {
    vms: [...it.host.vms.values()].map((vm) => vm.state),
    files: [...it.host.files.keys()].map((file) => file.replaceAll(/[0-9a-f]{8}(-[0-9a-f-]{27})?/gu, 'ID')).sort(),
    nodes,
    retained: last?.retained.map((disk) => disk.path),
    operation: last?.operation ?? null,
    owner: last?.fence.owner ?? null,
    control: last?.deployment?.control ?? null,
  };
}
