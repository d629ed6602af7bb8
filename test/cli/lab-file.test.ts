import { describe, expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { modelCli, type ModelCli } from './model-cli.ts';

const manifest = (cpus: number): string => `
all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  hosts:
    10.10.10.10: { nodename: meta }
    10.10.10.11: { nodename: node-1, vm_cpu: ${String(cpus)} }
`;

async function labOf(file: string): Promise<ModelCli> {
  const cli = modelCli();
  cli.manifests.set(file, manifest(1));
  expect(await cli.run(`up -f ${file}`)).toMatchObject({ exit: 0 });
  return cli;
}

/** A lab with one resize of it that broke off. */
async function brokenResize(file: string): Promise<ModelCli> {
  const cli = await labOf(file);
  cli.manifests.set(file, manifest(3));
  cli.host.failing.set('plug node-1 3', [
    failure('vm_refused', { node: 'node-1', command: 'device_add', detail: 'no more' }),
  ]);
  expect((await cli.run(`resize -f ${file} node-1`)).exit).not.toBe(0);
  return cli;
}

const resizeAdvice = async (cli: ModelCli): Promise<string> => {
  const { answer } = await cli.run('status');
  const [, node] = (answer.nodes ?? []) as readonly { readonly resize: { readonly next: string } | null }[];
  return node?.resize?.next ?? '';
};

async function recoverAdvice(cli: ModelCli): Promise<readonly (string | null)[]> {
  const { answer } = await cli.run('recover --dry-run');
  const { operations } = answer as {
    readonly operations: readonly { readonly steps: readonly { next: string | null }[] }[];
  };
  return operations.flatMap(({ steps }) => steps.map(({ next }) => next));
}

describe('advice of commands that read no manifest names the one that the lab was made from', () => {
  test('status, for a resize that broke off: the advice finishes it', async () => {
    const cli = await brokenResize('other.yml');
    expect(await resizeAdvice(cli)).toBe('paddock resize -f /work/other.yml node-1');
    expect(await cli.run(await resizeAdvice(cli))).toMatchObject({
      exit: 0,
      answer: { nodes: [{ action: 'resized' }] },
    });
    expect(await resizeAdvice(cli)).toBe('');
  });

  test('also where another manifest would be found', async () => {
    const cli = await brokenResize('other.yml');
    cli.manifests.set('paddock.yml', manifest(2));
    expect(await resizeAdvice(cli)).toBe('paddock resize -f /work/other.yml node-1');
  });

  test('a manifest that is found by itself is not named', async () => {
    expect(await resizeAdvice(await brokenResize('paddock.yml'))).toBe('paddock resize node-1');
  });

  test('one that is gone stands in what was kept of it', async () => {
    const cli = await brokenResize('other.yml');
    cli.manifests.delete('other.yml');
    expect(await resizeAdvice(cli)).toMatch(/^paddock resize -f \/inputs\/[0-9a-f-]{36}\/manifest\.yml node-1$/u);
  });

  test('recover, for a command that was killed: the advice finishes it', async () => {
    const cli = await labOf('other.yml');
    await cli.killedAt('recreate -f other.yml --yes node-1', 'before hypervisor.launch');
    const [next] = await recoverAdvice(cli);
    expect(next).toBe('paddock recreate -f /work/other.yml node-1');
    expect(await cli.run(`${String(next)} --yes`)).toMatchObject({ exit: 0 });
  });

  test('refusals of commands that go by the record', async () => {
    const cli = await labOf('other.yml');
    await cli.killedAt('recreate -f other.yml --yes node-1', 'before hypervisor.launch');
    const refused = await cli.run('exec node-1 -- true');
    expect(refused.answer.next).toEqual(['paddock recreate -f /work/other.yml node-1']);
  });

  test('a command that takes a manifest says only what was typed', async () => {
    const cli = await labOf('other.yml');
    cli.manifests.set('paddock.yml', manifest(2));
    expect((await cli.run('up')).answer.next).toEqual(['paddock resize node-1']);
  });
});
