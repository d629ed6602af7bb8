import { expect, test } from 'vitest';
import { modelCli } from './model-cli.ts';

const manifest = (words: string) => `
all:
  vars: { vm_image: local-mini, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  hosts:
    10.10.10.10: { nodename: meta, ${words} }
`;

test('a resize beside other ports says what it leaves to up, before and after, and up settles it', async () => {
  const cli = modelCli();
  cli.manifests.set('paddock.yml', manifest('vm_cpu: 1'));
  expect((await cli.run('up')).exit).toBe(0);
  cli.manifests.set('paddock.yml', manifest('vm_cpu: 2, vm_ports: ["8080:80"]'));
  const planned = await cli.run('plan');
  expect(planned.answer.nodes).toMatchObject([{ next: 'paddock resize meta', leaves: ['vm_ports'] }]);
  const resized = await cli.run('resize meta');
  expect(resized).toMatchObject({ exit: 0, answer: { nodes: [{ action: 'resized' }] } });
  expect(JSON.stringify(resized.answer.nodes)).toContain('vm_ports: as before; up meta brings');
  expect((await cli.run('plan')).answer.nodes).toMatchObject([{ next: 'paddock up meta', leaves: [] }]);
  expect((await cli.run('up meta')).exit).toBe(0);
  expect((await cli.run('plan')).answer.nodes).toMatchObject([{ settled: true, next: null }]);
});
