import { describe, expect, test } from 'vitest';
import { modelCli, type ModelCli } from './model-cli.ts';

const manifest = (disks: string): string => `all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB }
  hosts:
    10.10.10.11: { nodename: n1, vm_disks: [${disks}] }
`;
const persistent = '{ path: /data, size: 1GiB, fs: ext4, persistent: true }';
const plain = persistent.replace('true', 'false');
const xfs = persistent.replace('ext4', 'xfs');

async function labOf(disks: string): Promise<ModelCli> {
  const cli = modelCli();
  await works(cli, disks, 'up');
  return cli;
}

async function works(cli: ModelCli, disks: string, ...lines: readonly string[]): Promise<void> {
  cli.manifests.set('paddock.yml', manifest(disks));
  for (const line of lines) expect(await cli.run(line), line).toMatchObject({ exit: 0 });
}

async function refused(cli: ModelCli, disks: string, ...lines: readonly string[]): Promise<void> {
  cli.manifests.set('paddock.yml', manifest(disks));
  for (const line of lines) {
    const { exit, answer } = await cli.run(line);
    expect(exit, line).toBe(4);
    const reasons = answer.failures?.map(({ reason }) => reason) ?? [];
    expect(reasons.filter((reason) => reason !== 'recreate_required' && reason !== 'not_created')).toEqual([
      'retained_incompatible',
    ]);
    expect(answer.failures?.at(-1)?.message).toContain('persistent: true keeps it');
    expect(answer.next).toEqual([]);
  }
}

/** The file of /data that the node has. */
function attached(cli: ModelCli): string {
  return cli.document()?.nodes['n1']?.parts.find(({ disk }) => disk === 'data')?.file ?? '';
}

function isThere(cli: ModelCli, file: string): boolean {
  return cli.host.files.has(`/home/u/.paddock/${file}`);
}

/** The document as a version wrote it that took kept disks over whatever their spec said. */
async function takenOverAsPlain(cli: ModelCli): Promise<void> {
  const document = cli.document();
  const own = document?.nodes['n1'];
  if (document === null || own === undefined) throw new Error('no n1');
  const disks = own.spec.disks.map((disk) => ({ ...disk, persistent: false }));
  const changed = { ...own, spec: { ...own.spec, disks } };
  const next = { ...document, version: document.version + 1, nodes: { ...document.nodes, n1: changed } };
  expect(await cli.store.commit(document, next)).toMatchObject({ ok: true });
}

describe('a disk that was kept as persistent, and a manifest that says persistent: false', () => {
  test('once its node is gone: plan and up say that they do not fit, and only the deletion that says so ends it', async () => {
    const cli = await labOf(persistent);
    const file = attached(cli);
    await works(cli, persistent, 'destroy --yes');
    await refused(cli, plain, 'up', 'recreate n1 --yes');
    expect((await cli.run('plan')).answer.blocked).toMatchObject([{ reason: 'retained_incompatible' }]);
    await works(cli, plain, 'destroy --yes');
    expect(isThere(cli, file)).toBe(true);
    await works(cli, plain, 'destroy --delete-persistent --yes', 'up');
    expect(isThere(cli, file)).toBe(false);
  });

  test('on a node that lives: recreate is refused, and destroy keeps it', async () => {
    const cli = await labOf(persistent);
    const file = attached(cli);
    await refused(cli, plain, 'recreate n1 --yes', 'up', 'recreate --yes');
    await works(cli, plain, 'destroy n1 --yes');
    expect(isThere(cli, file)).toBe(true);
    await works(cli, persistent, 'up');
    expect(attached(cli)).toBe(file);
  });

  test('that was taken over all the same: destroy keeps it, recreate is refused, and persistent: true has it again', async () => {
    const cli = await labOf(persistent);
    const file = attached(cli);
    await works(cli, persistent, 'destroy --yes', 'up');
    await takenOverAsPlain(cli);
    await refused(cli, plain, 'recreate n1 --yes');
    await works(cli, persistent, 'recreate n1 --yes');
    expect(attached(cli)).toBe(file);
    await takenOverAsPlain(cli);
    await works(cli, plain, 'destroy n1 --yes');
    expect(isThere(cli, file)).toBe(true);
    expect(cli.document()?.retained.map((disk) => disk.file)).toEqual([file]);
  });
});

describe('a node that has a persistent disk, with older kept ones of the same path', () => {
  async function withOlder(): Promise<{ readonly cli: ModelCli; readonly older: string; readonly own: string }> {
    const cli = await labOf(persistent);
    const older = attached(cli);
    await works(cli, '', 'recreate n1 --yes');
    const document = cli.document();
    if (document === null) throw new Error('no document');
    // Out of sight while the second one is made.
    const hidden = { ...document, version: document.version + 1, retained: [] };
    expect(await cli.store.commit(document, hidden)).toMatchObject({ ok: true });
    await works(cli, persistent, 'recreate n1 --yes');
    const now = cli.document();
    if (now === null) throw new Error('no document');
    const both = { ...now, version: now.version + 1, retained: document.retained };
    expect(await cli.store.commit(now, both)).toMatchObject({ ok: true });
    const own = attached(cli);
    expect(own).not.toBe(older);
    return { cli, older, own };
  }

  test('has it after every recreate of an unchanged manifest, and of one with another disk', async () => {
    const { cli, older, own } = await withOlder();
    const two = `${persistent}, { path: /log, size: 1GiB }`;
    for (const disks of [persistent, persistent, two, two]) {
      await works(cli, disks, 'recreate n1 --yes');
      expect(attached(cli)).toBe(own);
      expect(cli.document()?.retained.map(({ file }) => file)).toEqual([older]);
    }
  });

  test('is judged by the disk that it would get, not by the older one', async () => {
    const { cli, own } = await withOlder();
    const document = cli.document();
    if (document === null) throw new Error('no document');
    const retained = document.retained.map((disk) => ({ ...disk, fs: 'xfs' as const }));
    const other = { ...document, version: document.version + 1, retained };
    expect(await cli.store.commit(document, other)).toMatchObject({ ok: true });
    await works(cli, persistent, 'recreate n1 --yes');
    expect(attached(cli)).toBe(own);
    const [kept] = retained;
    cli.manifests.set('paddock.yml', manifest(xfs));
    // Only the older one fits: plan names the file that comes back, and the own one is set aside.
    expect((await cli.run('plan')).answer.nodes).toMatchObject([
      { effects: { attaches: [`disk /data (${kept?.file ?? ''})`], setsAside: ['disk /data'], removes: [] } },
    ]);
    await works(cli, xfs, 'recreate n1 --yes');
    expect(attached(cli)).toBe(kept?.file);
    expect(cli.document()?.retained.map(({ file }) => file)).toEqual([own]);
  });

  test('that is destroyed gets the one that was kept last back', async () => {
    const { cli, older, own } = await withOlder();
    await works(cli, persistent, 'destroy n1 --yes', 'up');
    expect(attached(cli)).toBe(own);
    expect(isThere(cli, older)).toBe(true);
  });
});
