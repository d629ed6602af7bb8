import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { oneNode } from './lab/two-nodes.ts';
import { until } from './lab/until.ts';

const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write('skipped: shares, because the virtiofsd of QEMU 7 works for root only\n');

interface Report {
  readonly nodes: readonly { readonly warnings: readonly string[] }[];
  readonly failures?: readonly { readonly reason: string; readonly message: string }[];
}

withRealQemu(() => {
  if (!isRoot) {
    test.skip('shares need root here', () => undefined);
    return;
  }
  let lab: Lab;
  let sources: string;

  const report = (text: string): Report => JSON.parse(text) as Report;
  const inGuest = (script: string) => lab.run(['exec', 'meta', '--', 'sh', '-c', script]);
  const servers = (index: number): readonly number[] => pidsOf(`${lab.folder}/.*\\.fs${String(index)}`);

  beforeAll(async () => {
    lab = openLab({ manifest: '' });
    sources = join(lab.folder, 'sources');
    for (const name of ['read only', 'open', 'closed']) mkdirSync(join(sources, name), { recursive: true });
    chmodSync(join(sources, 'open'), 0o777);
    writeFileSync(join(sources, 'read only', 'hello'), 'from the host\n');
    const shares = [
      `{ host: "${sources}/read only", guest: /mnt/read }`,
      `{ host: ${sources}/open, guest: "/mnt/o pen", readonly: false }`,
      `{ host: ${sources}/closed, guest: /mnt/closed, readonly: false }`,
    ];
    writeFileSync(
      lab.manifest,
      // Enough memory for it to grow: what is plugged in later is shared with the servers as well.
      oneNode
        .replace('vm_mem: 256MiB', 'vm_mem: 512MiB')
        .replace('nodename: meta', `nodename: meta, vm_shares: [${shares.join(', ')}]`),
    );
    const up = await lab.run(['up', '--json']);
    expect(up.exit, up.stderr).toBe(0);
    expect(report(up.stdout).nodes[0]?.warnings).toEqual([
      'shares: /mnt/closed: dba may not write to the folder on the host, so the share is read-only',
    ]);
  });

  afterAll(async () => {
    await lab.close();
  });

  test('are read and written, and a read-only one is so for the root of the guest too', async () => {
    const read = await inGuest('cat /mnt/read/hello');
    expect(read.stdout).toBe('from the host\n');
    const forced = await inGuest('sudo mount -o remount,rw /mnt/read; sudo touch /mnt/read/x');
    expect(forced.stderr).toContain('Read-only file system');
    const written = await inGuest('echo from the guest >"/mnt/o pen/hello" && stat -c %U "/mnt/o pen/hello"');
    expect(written.stdout.trim()).toBe('dba');
    expect(readFileSync(join(sources, 'open', 'hello'), 'utf8')).toBe('from the guest\n');
  });

  test('lose their warning once its cause is mended, in the running guest', async () => {
    const [before] = lab.vms();
    chmodSync(join(sources, 'closed'), 0o777);
    const up = await lab.run(['up', '--json']);
    expect(report(up.stdout).nodes[0]?.warnings).toEqual([]);
    expect(lab.vms()).toEqual([before]);
    expect((await inGuest('touch /mnt/closed/x')).exit).toBe(0);
  });

  test('work with memory that was plugged into the running guest', async () => {
    writeFileSync(lab.manifest, readFileSync(lab.manifest, 'utf8').replace('vm_mem: 512MiB', 'vm_mem: 768MiB'));
    const resized = await lab.run(['resize', 'meta', '--json']);
    expect(resized.exit, resized.stderr).toBe(0);
    const sums = await inGuest(
      'dd if=/dev/urandom of=/dev/shm/a bs=1M count=400 2>/dev/null; cp /dev/shm/a "/mnt/o pen/a"; md5sum </dev/shm/a; rm /dev/shm/a',
    );
    expect(execFileSync('md5sum', [join(sources, 'open', 'a')], { encoding: 'utf8' }).split(' ')[0]).toBe(
      sums.stdout.split(' ')[0],
    );
  });

  test('whose server was killed are named by status, and come back with what it names', async () => {
    for (const pid of servers(1)) process.kill(pid, 'SIGKILL');
    await until('the server to be gone', () => servers(1).length === 0);
    const warning = 'share /mnt/o pen: its server on the host has ended; it comes back with: paddock restart meta';
    const seen = await lab.run(['status', '--json']);
    expect(report(seen.stdout).nodes[0]?.warnings).toEqual([warning]);
    const [vm] = lab.vms();
    // Also where it has something to do in the guest.
    for (const alias of ['', 'db']) {
      const named = `nodename: meta${alias === '' ? '' : `, vm_alias: [${alias}]`}`;
      writeFileSync(lab.manifest, readFileSync(lab.manifest, 'utf8').replace('nodename: meta', named));
      const up = await lab.run(['up', '--json']);
      expect(up.exit, up.stderr).toBe(0);
      expect(report(up.stdout).nodes[0]?.warnings).toEqual([warning]);
    }
    expect((await inGuest('grep -c "meta db" /etc/hosts')).stdout).toBe('1\n');
    expect(lab.vms()).toEqual([vm]);
    const restarted = await lab.run(['restart', 'meta', '--json']);
    expect(restarted.exit, restarted.stderr).toBe(0);
    expect((await inGuest('cat "/mnt/o pen/hello"')).stdout).toBe('from the guest\n');
    expect(report((await lab.run(['status', '--json'])).stdout).nodes[0]?.warnings).toEqual([]);
  });

  const refused = async (problem: string, reason = 'share_source') => {
    const up = await lab.run(['up', '--json']);
    expect(up.exit).toBe(reason === 'share_source' ? 6 : 4);
    expect(up.stdout).toContain(reason);
    expect(up.stdout).toContain(problem);
    expect(lab.vms()).toEqual([]);
    expect([servers(0), servers(1), servers(2)]).toEqual([[], [], []]);
  };

  test('end with the VM; a folder that became a link since the plan keeps the node from starting', async () => {
    expect((await lab.run(['stop', '--json'])).exit).toBe(0);
    expect([servers(0), servers(1), servers(2)]).toEqual([[], [], []]);
    expect((await lab.run(['plan'])).exit).toBe(0);
    renameSync(join(sources, 'open'), join(sources, 'kept'));
    symlinkSync('kept', join(sources, 'open'));
    await refused('is a symlink');
  });

  test('so does one that is gone, of another user, or behind a link', async () => {
    rmSync(join(sources, 'open'));
    await refused('does not exist');
    mkdirSync(join(sources, 'open'));
    chownSync(join(sources, 'open'), 12_345, 12_345);
    await refused('belongs to user 12345');
    rmSync(join(sources, 'open'), { recursive: true });
    renameSync(join(sources, 'kept'), join(sources, 'open'));
    renameSync(sources, `${sources}.kept`);
    symlinkSync(`${sources}.kept`, sources);
    await refused('leads through the symlink');
    rmSync(sources);
    renameSync(`${sources}.kept`, sources);
  });

  test('a folder within another one that somebody may write to is refused before anything starts', async () => {
    const nested = `{ nodename: node-1, vm_shares: [{ host: ${sources}/open/inner, guest: /mnt/inner }] }`;
    writeFileSync(lab.manifest, `${readFileSync(lab.manifest, 'utf8')}        10.10.10.11: ${nested}\n`);
    await refused(`the share ${sources}/open of meta`, 'share_overlap');
  });
});

function pidsOf(pattern: string): readonly number[] {
  try {
    const found = execFileSync('pgrep', ['-f', `virtiofsd.*--socket-path=${pattern}`], { encoding: 'utf8' });
    return found.trim().split('\n').map(Number);
  } catch {
    return [];
  }
}
