import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHostResources } from '../../src/host/host-resources.ts';
import { mountPointOf } from '../../src/host/mount-point.ts';
import { temporaryHome } from '../fakes/temporary-home.ts';

const resources = createHostResources();

describe('the resources of the host', () => {
  it('knows the free space below a path that is not there yet', async () => {
    const space = await resources.diskSpace(`${temporaryHome()}/state/deeper`);
    expect(space).toMatchObject({ ok: true, value: { mountPoint: mountPointOf('/tmp') } });
    expect(space.ok && space.value.freeBytes > 0).toBe(true);
  });

  it('knows where a file system is mounted', () => {
    expect([mountPointOf('/proc/self/status'), mountPointOf('/nonexistent/x')]).toEqual(['/proc', '/']);
  });

  it('counts memory and processors', () => {
    const { totalBytes, availableBytes } = resources.memory();
    expect(availableBytes).toBeGreaterThan(0);
    expect(availableBytes).toBeLessThanOrEqual(totalBytes);
    expect(resources.cpus()).toBeGreaterThanOrEqual(1);
  });

  it('sees a port that is taken, and finds another', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.close();
    });
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await resources.portIsFree('127.0.0.1', port)).toBe(false);
    const found = await resources.freeLoopbackPort([port]);
    if (!found.ok) throw new Error('no free port');
    expect(await resources.portIsFree('127.0.0.1', found.value)).toBe(true);
  });

  it('avoids the ports that others are meant to have', async () => {
    const all = Array.from({ length: 12_000 }, (_, index) => 20_000 + index);
    expect(await resources.freeLoopbackPort(all)).toMatchObject({ ok: false, failures: [{ reason: 'port_taken' }] });
  });
});
