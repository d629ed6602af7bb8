import { expect, test } from 'vitest';
import { modelCli, type ModelCli } from './model-cli.ts';

const manifest = `
all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  hosts:
    10.10.10.10: { nodename: meta }
    10.10.10.11: { nodename: node-1 }
    10.10.10.12: { nodename: node-2 }
`;

async function warned(cli: ModelCli): Promise<readonly string[]> {
  const nodes = (await cli.run('status')).answer.nodes as readonly {
    readonly name: string;
    readonly warnings: readonly string[];
  }[];
  return nodes.flatMap(({ name, warnings }) =>
    warnings.some((text) => text.startsWith('names is pending')) ? [name] : [],
  );
}

test('peers of a node that alone was recreated on another address are said to have the old one, until up has been there', async () => {
  const cli = modelCli();
  cli.manifests.set('paddock.yml', manifest);
  expect((await cli.run('up')).exit).toBe(0);
  expect(await warned(cli)).toEqual([]);
  cli.manifests.set('paddock.yml', manifest.replace('10.10.10.11', '10.10.10.21'));
  expect((await cli.run('recreate node-1 --yes')).exit).toBe(0);
  // The control node was told with the host key of the new life.
  expect(await warned(cli)).toEqual(['node-2']);
  expect((await cli.run('up')).exit).toBe(0);
  expect(await warned(cli)).toEqual([]);
});

test('a whole up leaves nobody with old names, whatever it makes', async () => {
  const cli = modelCli();
  cli.manifests.set('paddock.yml', manifest.replace(/ *10\.10\.10\.12.*\n/u, ''));
  expect((await cli.run('up')).exit).toBe(0);
  cli.manifests.set('paddock.yml', manifest);
  expect((await cli.run('up')).exit).toBe(0);
  expect(await warned(cli)).toEqual([]);
});
