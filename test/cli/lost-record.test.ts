import { expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { fail } from '../../src/core/result.ts';
import type { StateStore } from '../../src/ports/state-store.ts';
import { createMemoryStore } from '../fakes/memory-store.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import { modelCli, type ModelCli } from './model-cli.ts';

const manifest = `
all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB }
  hosts:
    10.10.10.10: { nodename: meta, vm_disks: [{ path: /data, size: 1GiB }] }
`;

async function stoppedLab(): Promise<ModelCli> {
  const cli = modelCli();
  cli.manifests.set('paddock.yml', manifest);
  expect(await cli.run('up')).toMatchObject({ exit: 0 });
  expect(await cli.run('stop')).toMatchObject({ exit: 0 });
  return cli;
}

/** The same host, and no document. */
async function withoutRecord(): Promise<ModelCli> {
  const { host } = await stoppedLab();
  const store = createMemoryStore();
  const cli = modelCli({ host, store, ports: modelPorts(host, { store, firstIdentifier: 500 }) });
  cli.manifests.set('paddock.yml', manifest);
  return cli;
}

test.each([
  ...[
    'plan',
    'plan --exit-code',
    'up',
    'recover',
    'recover --dry-run',
    'hosts',
    'ssh-config',
    'start',
    'destroy --yes',
  ],
  ...['resize --all', 'resize meta', 'recreate --yes', 'recreate meta --yes', 'reload'],
  ...['logs --source events', 'disk restore meta /data x --yes', 'disk delete-snapshot meta /data x --yes'],
])('without a record, %s says that a node stands there, and how it is taken in', async (line) => {
  const cli = await withoutRecord();
  const { exit, answer } = await cli.run(line);
  expect([exit, answer.reason]).toEqual([7, 'unregistered_nodes']);
  expect(answer.message).toMatch(/nodes\/meta-[0-9a-f]{8} \(node meta.*in no record/u);
  expect(answer.next).toEqual(['paddock recover --adopt', 'paddock status']);
  expect(cli.store.history).toEqual([]);
});

test.each(['exec meta true', 'ssh meta', 'console meta', 'cp a meta:b'])(
  'without a record, %s of a node that is stopped sends nobody to start',
  async (line) => {
    const cli = await withoutRecord();
    const { answer, stderr } = await cli.run(line);
    expect(answer.reason, stderr).toBe('vm_not_running');
    expect(answer.message).toContain('in no record that reads');
    expect(answer.next).toEqual(['paddock recover --adopt']);
  },
);

test('without a record, status says what takes the nodes into one', async () => {
  const cli = await withoutRecord();
  const { exit, answer } = await cli.run('status');
  expect(exit).toBe(0);
  expect(answer).toMatchObject({ note: 'no record names meta; recover --adopt takes it into the record again' });
  expect((await cli.run('disk list')).answer).toMatchObject({
    note: expect.stringContaining('recover --adopt takes meta into the record again') as string,
  });
  expect(await cli.run('recover --adopt --yes')).toMatchObject({ exit: 0 });
  expect((await cli.run('status')).answer).toMatchObject({ note: null });
});

test.each(['plan', 'hosts', 'ssh-config'])('where nothing ever was, %s is as before', async (line) => {
  const cli = modelCli();
  cli.manifests.set('paddock.yml', manifest);
  const { exit, answer } = await cli.run(line);
  expect([exit, answer.reason]).toEqual(line === 'plan' ? [0, undefined] : [4, 'no_deployment']);
});

/** The record is of a program that is newer than this one. */
async function withNewerRecord(): Promise<ModelCli> {
  const cli = await stoppedLab();
  const unread = failure('state_newer_schema', { file: '/h/state/0000000099.json', writtenBy: '9.9.9' });
  const read: StateStore['read'] = () => Promise.resolve(fail(unread));
  const newer = new Proxy(cli.store, {
    get: (store, name) => {
      if (name === 'read' || name === 'readLastGood') return read;
      const value: unknown = Reflect.get(store, name, store);
      return typeof value === 'function' ? (value.bind(store) as unknown) : value;
    },
  });
  const ports = modelPorts(cli.host, { store: newer, firstIdentifier: 500 });
  const other = modelCli({ host: cli.host, store: newer, ports });
  other.manifests.set('paddock.yml', manifest);
  return other;
}

const acting = /paddock (?:up|start|stop|restart|reload|resize|recreate|destroy|purge|recover|disk restore)/u;

test.each([
  ...['exec meta true', 'ssh meta', 'console meta', 'cp a meta:b', 'status', 'disk list', 'history'],
  ...[
    'plan',
    'hosts',
    'ssh-config',
    'up',
    'start meta',
    'recover',
    'recover --adopt',
    'disk export meta /data x --snapshot y',
  ],
])('with the record of a newer program, %s advises nothing that acts', async (line) => {
  const cli = await withNewerRecord();
  const { answer } = await cli.run(line);
  expect((answer.next ?? []).join('; ')).not.toMatch(acting);
  if (answer.reason === 'vm_not_running') expect(answer.message).toContain('its record is of a newer paddock');
  if (line === 'exec meta true') expect(answer.reason).toBe('vm_not_running');
});
