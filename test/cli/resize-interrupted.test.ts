import { expect, test } from 'vitest';
import { modelCli, type ModelCli } from './model-cli.ts';

const manifest = (cpus: number): string => `
all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  hosts: { 10.10.10.10: { nodename: meta, vm_cpu: ${String(cpus)} } }
`;

async function labOf(): Promise<ModelCli> {
  const cli = modelCli();
  cli.manifests.set('paddock.yml', manifest(1));
  expect(await cli.run('up')).toMatchObject({ exit: 0 });
  cli.manifests.set('paddock.yml', manifest(2));
  return cli;
}

interface Size {
  readonly asked: unknown;
  readonly seen: unknown;
}

/** The sizes of the resize that status shows as open; null when none is. */
async function openSizes(cli: ModelCli): Promise<readonly Size[] | null> {
  const { answer } = await cli.run('status');
  const [meta] = answer.nodes as unknown as readonly { readonly resize: { readonly sizes: readonly Size[] } | null }[];
  return meta?.resize?.sizes ?? null;
}

test('wherever a resize is killed, the same command closes it, also one of which all is seen', async () => {
  let whole = 0;
  for (let point = 1; point < 200; point += 1) {
    const cli = await labOf();
    const where = await cli.killedAt('resize meta', point);
    if (where === null) break;
    const sizes = await openSizes(cli);
    if (sizes?.every(({ asked, seen }) => asked === seen) === true) whole += 1;
    expect(await cli.run('resize meta'), where).toMatchObject({ exit: 0 });
    expect(await openSizes(cli), where).toBeNull();
    expect((await cli.run('plan --exit-code')).exit, where).toBe(0);
  }
  expect(whole).toBeGreaterThan(0);
});
