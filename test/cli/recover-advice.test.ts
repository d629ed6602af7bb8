import { describe, expect, test } from 'vitest';
import { copyOf, modelCli, type ModelCli } from './model-cli.ts';

const manifest = (words = ''): string => `
all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: []${words} }
  hosts:
    10.10.10.10: { nodename: meta }
    10.10.10.11: { nodename: node-1 }
`;

async function labOf(): Promise<ModelCli> {
  const cli = modelCli();
  cli.manifests.set('paddock.yml', manifest());
  expect(await cli.run('up')).toMatchObject({ exit: 0 });
  return cli;
}

interface Step {
  readonly kind: string;
  readonly verdict: string;
  readonly next: string | null;
}

async function recovered(cli: ModelCli): Promise<readonly Step[]> {
  const { answer } = await cli.run('recover');
  const { operations } = answer as { readonly operations: readonly { readonly steps: readonly Step[] }[] };
  return operations.flatMap(({ steps }) => steps);
}

const nodeOf = (cli: ModelCli, name: string) => cli.document()?.nodes[name];
const pids = (cli: ModelCli): ReadonlyMap<string, number> =>
  new Map([...cli.host.vms].map(([uuid, { identity }]) => [uuid, identity.pid]));

/** Follows what `recover` advises; then the plan has nothing left, unless all of the lab is to follow together. */
async function follow(cli: ModelCli, steps: readonly Step[]): Promise<void> {
  for (const next of new Set(steps.flatMap((step) => step.next ?? []))) {
    const line = next.startsWith('paddock recreate') ? `${next} --yes` : next;
    expect(await cli.run(line), line).toMatchObject({ exit: 0 });
  }
}

describe('recover advises what finishes and ends the least', () => {
  test('a recreate whose new VM is the node: up, which keeps it and its root', async () => {
    for (const where of ['before guest.awaitReady', 'before nodeFiles.removeFile']) {
      const cli = await labOf();
      const was = nodeOf(cli, 'node-1')?.uuid;
      expect(await cli.killedAt('recreate node-1 --yes', where)).not.toBeNull();
      const before = pids(cli);
      const steps = await recovered(cli);
      const made = nodeOf(cli, 'node-1')?.uuid;
      expect(made, where).not.toBe(was);
      for (const { next } of steps) if (next !== null) expect(next, where).toBe('paddock up node-1');
      await follow(cli, steps);
      expect(await cli.run('up node-1')).toMatchObject({ exit: 0 });
      expect(nodeOf(cli, 'node-1')?.uuid, where).toBe(made);
      expect(pids(cli).get(made ?? ''), where).toBe(before.get(made ?? ''));
      expect((await cli.run('plan --exit-code')).exit, where).toBe(0);
    }
  });

  test('a recreate that has replaced nothing yet: recreate', async () => {
    const cli = await labOf();
    await cli.killedAt('recreate node-1 --yes', 'before hypervisor.launch');
    const steps = await recovered(cli);
    expect(steps.map(({ next }) => next)).toContain('paddock recreate node-1');
    await follow(cli, steps);
    expect((await cli.run('plan --exit-code')).exit).toBe(0);
  });

  test('of the whole lab with another envelope: the whole, since one node alone is refused', async () => {
    const cli = await labOf();
    cli.manifests.set('paddock.yml', manifest(', node_admin_username: ops'));
    await cli.killedAt('recreate --yes', 'before hypervisor.launch');
    const steps = await recovered(cli);
    expect(new Set(steps.flatMap(({ next }) => next ?? []))).toEqual(new Set(['paddock recreate']));
    await follow(cli, steps);
    expect((await cli.run('plan --exit-code')).exit).toBe(0);
  });

  test.each([
    ['reload node-1', 'paddock up node-1'],
    ['restart node-1', 'paddock start node-1'],
  ])('%s after its VM was stopped: it is not stopped again', async (line, advised) => {
    const cli = await labOf();
    await cli.killedAt(line, 'after hypervisor.launch');
    const steps = await recovered(cli);
    expect(steps.map(({ next }) => next)).toEqual([advised]);
    const before = pids(cli);
    await follow(cli, steps);
    expect(pids(cli)).toEqual(before);
    expect((await cli.run('plan --exit-code')).exit).toBe(0);
  });

  test.each([
    ['reload node-1', 'paddock reload node-1'],
    ['restart node-1', 'paddock restart node-1'],
  ])('%s before its VM was stopped: the same command', async (line, advised) => {
    const cli = await labOf();
    await cli.killedAt(line, 'before hypervisor.stop');
    const steps = await recovered(cli);
    expect(steps.map(({ next }) => next)).toEqual([advised]);
    await follow(cli, steps);
    expect((await cli.run('plan --exit-code')).exit).toBe(0);
  });
});

test('what is advised after a death at any point of a recreate is carried out, and leaves nothing to do', async () => {
  const whole = await labOf();
  for (let point = 1; ; point += 3) {
    const cli = await copyOf(whole);
    const where = await cli.killedAt('recreate node-1 --yes', point);
    if (where === null) break;
    await follow(cli, await recovered(cli));
    const planned = await cli.run('plan --exit-code');
    // Steps that nobody had picked have no verdict, and so no advice: the plan names what is left.
    const left = (planned.answer.nodes ?? []) as readonly { readonly next: string | null }[];
    for (const { next } of left) {
      if (next !== null)
        expect(await cli.run(`${next} --yes`.replace(/^(paddock up .*) --yes$/u, '$1')), where).toMatchObject({
          exit: 0,
        });
    }
    expect((await cli.run('plan --exit-code')).exit, where).toBe(0);
  }
});

describe('a node that cannot be reached: the advice finishes what was begun on it', () => {
  const doors = ['exec node-1 true', 'cp node-1:/etc/hostname /tmp/x'];

  async function advised(cli: ModelCli): Promise<readonly string[]> {
    const nexts = await Promise.all(doors.map(async (line) => (await cli.run(line)).answer));
    for (const answer of nexts) expect(answer).toMatchObject({ reason: 'vm_not_running' });
    return [...new Set(nexts.flatMap(({ next }) => next ?? []))];
  }

  test('it was stopped: start', async () => {
    const cli = await labOf();
    await cli.run('stop node-1');
    expect(await advised(cli)).toEqual(['paddock start node-1']);
  });

  test.each([
    ['destroy node-1 --yes', 'before nodeFiles.removeFile', 'paddock destroy node-1'],
    ['recreate node-1 --yes', 'before hypervisor.launch', 'paddock recreate node-1'],
  ])('%s was killed %s: %s', async (line, where, next) => {
    const cli = await labOf();
    expect(await cli.killedAt(line, where)).not.toBeNull();
    expect(await advised(cli)).toEqual([next]);
    expect(await cli.run(`${next} --yes`)).toMatchObject({ exit: 0 });
  });

  test('its creation was killed: up', async () => {
    const cli = await labOf();
    cli.manifests.set('paddock.yml', manifest());
    await cli.run('destroy node-1 --yes');
    expect(await cli.killedAt('up', 'before hypervisor.launch')).not.toBeNull();
    expect(await advised(cli)).toEqual(['paddock up node-1']);
    expect(await cli.run('up node-1')).toMatchObject({ exit: 0 });
  });
});

describe('what was asked for is kept with the operation, and the same is advised', () => {
  const disk = manifest().replace('vm_disks: []', 'vm_disks: [{ path: /keep, size: 1GiB, persistent: true }]');

  async function killedWith(line: string, where: string, was = ''): Promise<ModelCli> {
    const cli = modelCli();
    cli.manifests.set('paddock.yml', disk);
    expect(await cli.run('up')).toMatchObject({ exit: 0 });
    if (was !== '') expect(await cli.run(was)).toMatchObject({ exit: 0 });
    expect(await cli.killedAt(line, where), line).not.toBeNull();
    return cli;
  }

  test.each([
    ['destroy --yes --delete-persistent', 'before nodeFiles.removeFile', '', 'destroy --delete-persistent'],
    ['stop --force node-1', 'before hypervisor.stop', '', 'stop node-1 --force'],
    ['recreate --yes --no-wait node-1', 'before hypervisor.launch', '', 'recreate node-1 --no-wait'],
    ['up --no-wait --rollback node-1', 'before hypervisor.launch', 'stop', 'up node-1 --rollback --no-wait'],
    ['reload --no-wait node-1', 'after hypervisor.launch', '', 'up node-1 --no-wait'],
  ])('%s', async (line, where, was, advised) => {
    const cli = await killedWith(line, where, was);
    const home = cli.document()?.operation?.id ?? '';
    const steps = await recovered(cli);
    expect(new Set(steps.flatMap(({ next }) => next ?? []))).toEqual(new Set([`paddock ${advised}`]));
    const shown = (await cli.run(`history show ${home}`)).answer as { readonly again: string };
    const [verb = ''] = line.split(' ');
    const again = verb === 'reload' ? 'reload node-1 --no-wait' : advised;
    expect(shown.again.replace(/ -f \S+/u, '')).toBe(`paddock ${again}`);
  });

  test('what had to go goes: the persistent disks too, by the command that is advised', async () => {
    const cli = await killedWith('destroy --yes --delete-persistent', 'before nodeFiles.removeFile');
    const steps = await recovered(cli);
    const [next = ''] = steps.flatMap((step) => step.next ?? []);
    expect(await cli.run(`${next} --yes`)).toMatchObject({ exit: 0 });
    expect([...cli.host.files.keys()].filter((file) => file.includes('/disks/'))).toEqual([]);
    expect(cli.document()?.retained).toEqual([]);
  });
});

test('a whole recreate is given again as a whole, and one of a node for that node', async () => {
  const cli = await labOf();
  for (const [line, again] of [
    ['recreate --yes', 'paddock recreate'],
    ['recreate --yes node-1', 'paddock recreate node-1'],
  ] as const) {
    const { answer } = await cli.run(line);
    const { operationId } = answer as { readonly operationId: string };
    const shown = (await cli.run(`history show ${operationId}`)).answer as { readonly again: string };
    expect(shown.again.replace(/ -f \S+/u, '')).toBe(again);
  }
});

test('--restart of a resize is kept', async () => {
  const cli = await labOf();
  cli.manifests.set('paddock.yml', manifest().replace('vm_cpu: 1', 'vm_cpu: 2'));
  expect(await cli.killedAt('resize --restart node-1', 'before hypervisor.launch')).not.toBeNull();
  const steps = await recovered(cli);
  expect(new Set(steps.flatMap(({ next }) => next ?? []))).toEqual(new Set(['paddock resize node-1 --restart']));
});
