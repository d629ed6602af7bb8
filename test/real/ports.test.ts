import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { oneNode } from './lab/two-nodes.ts';
import { greeting } from './lab/greeting.ts';

const manifestWith = (ports: readonly string[]): string =>
  oneNode.replace('nodename: meta', `nodename: meta, vm_ports: ${JSON.stringify(ports)}`);

function listen(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) =>
    server.listen(port, '127.0.0.1', () => {
      resolve(server);
    }),
  );
}

/** Ports that nothing listened on a moment ago. */
async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

async function eventually(port: number): Promise<string> {
  for (let tries = 0; tries < 60; tries += 1) {
    const said = await greeting(port, 10_000);
    if (said !== '') return said;
    await sleep(500);
  }
  return '';
}

interface Status {
  readonly nodes: readonly { readonly pid: number; readonly ports: readonly string[] }[];
}

withRealQemu(() => {
  let lab: Lab;
  let ports: readonly number[];
  const ssh = (port: number | undefined) => `${String(port)}:22`;
  const status = async () => JSON.parse((await lab.run(['status', '--json'])).stdout) as Status;
  const edit = (wanted: readonly string[]) => {
    writeFileSync(join(lab.folder, 'paddock.yml'), manifestWith(wanted));
  };

  beforeAll(async () => {
    ports = await freePorts(3);
    lab = openLab({ manifest: manifestWith([ssh(ports[0])]) });
  });

  afterAll(async () => {
    await lab.close();
  });

  test('a port of the host that is taken refuses before anything is made', async () => {
    const holder = await listen(ports[0] ?? 0);
    const refused = await lab.run(['up', '--json']);
    holder.close();
    expect(refused.exit).toBe(6);
    expect(JSON.parse(refused.stdout)).toMatchObject({ reason: 'port_taken', left: 'nothing' });
    expect((await lab.run(['status', '--json'])).stdout).toContain('"nodes": []');
  });

  test('a forward is there from the launch on, and status shows it', async () => {
    const up = await lab.run(['up'], { timeoutMs: 280_000 });
    expect(up.exit, up.stderr).toBe(0);
    expect(await eventually(ports[0] ?? 0)).toMatch(/^SSH-2\.0-/);
    expect((await status()).nodes[0]?.ports).toEqual([`127.0.0.1:${ssh(ports[0])}`]);
  });

  test('another list is applied by up while the machine runs on, and the next up has nothing to do', async () => {
    const [before] = (await status()).nodes;
    edit([ssh(ports[1]), ssh(ports[2])]);
    const plan = await lab.run(['plan']);
    expect(plan.stdout).toContain('vm_ports');
    const up = await lab.run(['up', '--json']);
    expect(up.exit, up.stderr).toBe(0);
    expect(JSON.parse(up.stdout)).toMatchObject({ steps: [{ kind: 'forward_ports', state: 'complete' }] });
    expect(await eventually(ports[1] ?? 0)).toMatch(/^SSH-2\.0-/);
    expect(await eventually(ports[2] ?? 0)).toMatch(/^SSH-2\.0-/);
    expect(await greeting(ports[0] ?? 0, 10_000)).toBe('');
    const [after] = (await status()).nodes;
    expect(after?.pid).toBe(before?.pid);
    expect(after?.ports).toHaveLength(2);
    const again = await lab.run(['up']);
    expect(again.stdout).toContain('nothing to do');
  });

  test('a port that is taken while the machine runs refuses, and everything stays as it was', async () => {
    const holder = await listen(ports[0] ?? 0);
    edit([ssh(ports[0]), ssh(ports[1])]);
    const refused = await lab.run(['up', '--json']);
    holder.close();
    expect(JSON.parse(refused.stdout)).toMatchObject({ reason: 'port_taken' });
    expect(await eventually(ports[2] ?? 0)).toMatch(/^SSH-2\.0-/);
    const up = await lab.run(['up']);
    expect(up.exit, up.stderr).toBe(0);
    expect(await eventually(ports[0] ?? 0)).toMatch(/^SSH-2\.0-/);
  });

  test('a stopped machine starts with the forwards that were agreed to, and without any when they are gone', async () => {
    expect((await lab.run(['stop'])).exit).toBe(0);
    expect((await status()).nodes[0]?.ports).toEqual([]);
    const started = await lab.run(['start'], { timeoutMs: 280_000 });
    expect(started.exit, started.stderr).toBe(0);
    expect(await eventually(ports[1] ?? 0)).toMatch(/^SSH-2\.0-/);
    edit([]);
    const up = await lab.run(['up']);
    expect(up.exit, up.stderr).toBe(0);
    expect(await greeting(ports[1] ?? 0, 10_000)).toBe('');
    expect((await status()).nodes[0]?.ports).toEqual([]);
    expect(readFileSync(join(lab.folder, 'paddock.yml'), 'utf8')).toContain('vm_ports: []');
  });
});
