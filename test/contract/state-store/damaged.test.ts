import stringify from 'fast-json-stable-stringify';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StatusReport } from '../../../src/core/report/status-report.ts';
import type { StateDocument } from '../../../src/core/state/document.ts';
import { type FakeLab, openFakeLab } from '../../crash/fake-lab.ts';

const manifest = `all:
  vars: { vm_image: local-empty, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB }
  hosts:
    10.10.10.10: { nodename: meta, vm_disks: [{ path: /data, size: 1GiB, persistent: true }] }
    10.10.10.11: { nodename: node-1, vm_disks: [] }
`;

/** What may become of the newest document, from its text, and what is said of it. */
const damages: { readonly [name: string]: readonly [damage: (text: string) => string, problem: string] } = {
  '0 bytes': [() => '', 'is not a JSON object'],
  half: [(text) => text.slice(0, text.length / 2), 'is not a JSON object'],
  NULs: [(text) => '\0'.repeat(text.length), 'is not a JSON object'],
  'wrong types': [
    (text) => sealed(text.replace(/"epoch":\d+/u, '"epoch":"one"')),
    'document.fence.epoch: is not a whole number',
  ],
  'an unknown field': [
    (text) => sealed(text.replace('"events":', '"eventz":[],"events":')),
    'document: has the unknown field "eventz"',
  ],
  ['__proto__']: [
    (text) => sealed(text.replace('"events":', '"__proto__":{"version":1},"events":')),
    'document: has the unknown field "__proto__"',
  ],
  'empty object': [() => '{}', 'has no checksum'],
  'a wrong checksum': [
    (text) => text.replace(/"checksum":"(.)/u, (_, first) => `"checksum":"${first === '0' ? '1' : '0'}`),
    'the checksum does not match',
  ],
};

/** The text with its checksum made right again, so that what else is wrong with it has to be found. */
function sealed(text: string): string {
  const json = `{${text.trimEnd().replace(/^\{(?:"checksum":"[0-9a-f]*",)?/u, '')}`;
  return `{"checksum":"${createHash('sha256').update(json).digest('hex')}",${json.slice(1)}\n`;
}

/** The file that 0.1.0 would have written. */
function inSchema1({ replacements: _, nodes, deployment, ...rest }: StateDocument): string {
  const older = {
    ...rest,
    schema: 1,
    deployment: deployment === null ? null : without(deployment, 'controlKey'),
    nodes: Object.fromEntries(
      Object.entries(nodes).map(([name, node]) => [
        name,
        { ...without(node, 'madeFor'), guest: node.guest && without(without(node.guest, 'stages'), 'controlKey') },
      ]),
    ),
  };
  return sealed(stringify(without(older, 'checksum')));
}

function without(value: object, key: string): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

let fakeLab: FakeLab;

function stateFiles(): readonly string[] {
  const folder = join(fakeLab.lab.home, 'state');
  return readdirSync(folder)
    .filter((name) => /^\d+\.json$/u.test(name))
    .sort()
    .map((name) => join(folder, name));
}

function newestDocument(): StateDocument {
  return JSON.parse(readFileSync(stateFiles().at(-1) ?? '', 'utf8')) as StateDocument;
}

const run = (...words: string[]) => fakeLab.lab.run(words, fakeLab);

async function statusOf(): Promise<StatusReport> {
  const answer = await run('status', '--json');
  expect(answer.exit, answer.stderr).toBe(0);
  return JSON.parse(answer.stdout) as StatusReport;
}

beforeAll(async () => {
  fakeLab = await openFakeLab(manifest);
}, 120_000);

afterAll(() => fakeLab.close());

beforeEach(async () => {
  const up = await run('up');
  expect(up.exit, up.stderr).toBe(0);
}, 60_000);

test.each(Object.entries(damages))(
  'a document with %s is named, nothing mutates, and adopting goes on from the last good one',
  async (_, [damage, problem]) => {
    const before = await statusOf();
    const vms = fakeLab.lab.vms();
    const newest = stateFiles().at(-1) ?? '';
    writeFileSync(newest, damage(readFileSync(newest, 'utf8')));
    const bytes = stateFiles().map((file) => readFileSync(file, 'utf8'));
    const refused = await run('up', '--json');
    expect(refused.exit).toBe(7);
    expect(JSON.parse(refused.stdout)).toMatchObject({ reason: 'state_damaged', left: 'nothing' });
    expect(refused.stderr).toContain(newest);
    expect(refused.stderr).toContain(problem);
    const shown = await statusOf();
    expect(shown.note).toContain(newest);
    expect(shown.nodes.map(({ name, pid }) => [name, pid])).toEqual(before.nodes.map(({ name, pid }) => [name, pid]));
    expect(await run('exec', 'meta', '--', 'true')).toMatchObject({ exit: 0 });
    expect(stateFiles().map((file) => readFileSync(file, 'utf8'))).toEqual(bytes);
    // Asked for in a script without --yes, it is no yes.
    expect((await run('recover', '--adopt')).exit).toBe(2);
    expect((await run('recover', '--adopt', '--yes')).exit).toBe(0);
    expect((await statusOf()).nodes.map(({ name, recorded, observed }) => [name, recorded, observed])).toEqual([
      ['meta', 'running', 'running'],
      ['node-1', 'running', 'running'],
    ]);
    expect(fakeLab.lab.vms()).toEqual(vms);
  },
);

test('with no document left, the lab comes back with its disks, and its VMs never stopped', async () => {
  const before = newestDocument();
  const vms = fakeLab.lab.vms();
  for (const file of stateFiles()) writeFileSync(file, '{}');
  expect((await run('up')).exit).toBe(7);
  expect((await statusOf()).note).toContain('from their node.json');
  expect(await run('exec', 'meta', '--', 'true')).toMatchObject({ exit: 0 });
  const adopted = await run('recover', '--adopt', '--yes', '--json');
  expect(adopted.exit, adopted.stderr).toBe(0);
  expect(JSON.parse(adopted.stdout)).toMatchObject({ adopted: [{ name: 'meta' }, { name: 'node-1' }] });
  const after = newestDocument();
  expect(after.deployment?.id).toBe(before.deployment?.id);
  expect(after.deployment?.control).toBe(before.deployment?.control);
  for (const name of ['meta', 'node-1']) {
    const { uuid, spec, sshPort, process, image, madeFor } = before.nodes[name] ?? {};
    expect(after.nodes[name]).toMatchObject({ uuid, spec, sshPort, process, image, madeFor, life: 'committed' });
  }
  const up = await run('up', '--json');
  expect(up.exit, up.stderr).toBe(0);
  expect(fakeLab.lab.vms()).toEqual(vms);
});

test.each([
  ['damaged', () => '{}'],
  [
    'of a newer program',
    (text: string) =>
      text.replace(/"schema":\d+/u, '"schema":999').replace(/"writtenBy":"[^"]*"/u, '"writtenBy":"9.9.9"'),
  ],
])('with every document %s, the VMs can be stopped, and not one byte of the record changes', async (what, damage) => {
  const whole = stateFiles().map((file) => [file, readFileSync(file, 'utf8')] as const);
  for (const [file, text] of whole) writeFileSync(file, damage(text));
  const bytes = stateFiles().map((file) => readFileSync(file, 'utf8'));
  const refused = await run('up');
  expect(refused.exit).toBe(7);
  if (what !== 'damaged') expect(refused.stderr).toContain('9.9.9');
  if (what !== 'damaged') expect((await statusOf()).note).toContain('cannot be used');
  if (what !== 'damaged') {
    const adopting = await run('recover', '--adopt', '--yes', '--json');
    expect(adopting.exit).toBe(7);
    expect(JSON.parse(adopting.stdout)).toMatchObject({ reason: 'state_newer_schema', next: ['paddock status'] });
    expect(adopting.stderr).toContain('use paddock 9.9.9 or newer');
  }
  const stopped = await run('stop', '--json');
  expect(stopped.exit, stopped.stderr).toBe(0);
  expect(JSON.parse(stopped.stdout)).toMatchObject({
    status: 'complete',
    nodes: [{ state: 'stopped' }, { state: 'stopped' }],
  });
  expect(fakeLab.lab.vms()).toEqual([]);
  expect(stateFiles().map((file) => readFileSync(file, 'utf8'))).toEqual(bytes);
  for (const [file, text] of whole) writeFileSync(file, text);
});

test('a record of an older format is shown as it is, and the first command that writes upgrades it and says so', async () => {
  const newest = stateFiles().at(-1) ?? '';
  writeFileSync(newest, inSchema1(newestDocument()));
  const bytes = readFileSync(newest, 'utf8');
  const vms = fakeLab.lab.vms();
  expect((await statusOf()).nodes.map(({ observed }) => observed)).toEqual(['running', 'running']);
  expect([stateFiles().at(-1), readFileSync(newest, 'utf8')]).toEqual([newest, bytes]);
  const up = await run('up');
  expect(up.exit, up.stderr).toBe(0);
  const kept = newest.replace('.json', '.schema-1.json');
  expect(up.stderr).toContain(`as it was it stays in ${kept}`);
  expect(readFileSync(kept, 'utf8')).toBe(bytes);
  expect(newestDocument()).toMatchObject({ schema: 2, operation: null });
  expect(newestDocument().events.filter(({ kind }) => kind === 'state.upgraded')).toHaveLength(1);
  expect(fakeLab.lab.vms()).toEqual(vms);
});

test('an older copy of the state brings nothing to be made twice, and adopting takes in what came since', async () => {
  const kept = newestDocument();
  const whole = stateFiles().map((file) => [file, readFileSync(file, 'utf8')] as const);
  expect((await run('destroy', '--yes')).exit).toBe(0);
  expect((await run('up')).exit).toBe(0);
  const vms = fakeLab.lab.vms();
  const uuids = vms.map(({ uuid }) => uuid);
  for (const file of stateFiles()) rmSync(file);
  for (const [file, text] of whole) writeFileSync(file, text);
  expect(uuids).not.toContain(kept.nodes['meta']?.uuid);
  expect((await statusOf()).unregistered.map(({ made }) => made?.uuid)).toEqual(uuids);
  const adopted = await run('recover', '--adopt', '--yes');
  expect(adopted.exit, adopted.stderr).toBe(0);
  expect((await statusOf()).unregistered).toEqual([]);
  const up = await run('up');
  expect(up.exit, up.stderr).toBe(0);
  expect(fakeLab.lab.vms()).toEqual(vms);
});
