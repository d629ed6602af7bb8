import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partOutputs } from '../../src/core/state/part-outputs.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { type MonitorProxy, openMonitorProxy } from './lab/monitor-proxy.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { oneNode } from './lab/two-nodes.ts';
import { until } from './lab/until.ts';

const gib = 2 ** 30;

withRealQemu(() => {
  let lab: Lab;
  let monitor: MonitorProxy;

  beforeAll(async () => {
    lab = openLab({ manifest: oneNode });
    await works(['up']);
    monitor = await openMonitorProxy(lab);
  }, 280_000);

  afterAll(() => lab.close());

  const works = async (words: readonly string[]): Promise<string> => {
    const ended = await lab.run(words, { timeoutMs: 280_000 });
    expect(ended.exit, `${words.join(' ')}: ${ended.stderr}${ended.stdout}`).toBe(0);
    return ended.stdout;
  };
  const inGuest = async (script: string) => (await works(['exec', 'meta', '--', 'sudo', 'sh', '-c', script])).trim();
  const want = (cpus: number, rootGib: number) => {
    const sizes = `vm_cpu: ${String(cpus)}, vm_mem: 256MiB, vm_disk: ${String(rootGib)}GiB`;
    writeFileSync(lab.manifest, oneNode.replace(/vm_cpu.*GiB/u, sizes));
  };
  const record = () => {
    const meta = lab.document().nodes['meta'];
    if (meta === undefined) throw new Error('no meta');
    return meta;
  };
  /** What the document holds of the CPUs: agreed to, asked for, in the VM, at work in its guest. */
  const recorded = () => {
    const { askedCpus = null, cpus, guestCpus = null } = partOutputs(record(), 'vm');
    return { agreed: record().spec.cpus, asked: askedCpus, inVm: cpus, inGuest: guestCpus };
  };
  const rootDisk = () => record().parts.find(({ kind }) => kind === 'root_disk');
  const lifeOf = async () => [lab.vms(), await inGuest('cat /proc/sys/kernel/random/boot_id')];

  async function expectUnfinished(shown: string, detail: RegExp): Promise<void> {
    const failed = await lab.run(['resize', 'meta', '--json']);
    expect(failed.exit, failed.stderr).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      reason: 'resize_unfinished',
      message: expect.stringMatching(detail) as string,
      next: ['paddock resize meta', 'paddock resize --restart meta'],
    });
    const status = await works(['status']);
    expect(status).toContain(`meta: resize is partly applied: vm_cpu ${shown}`);
    expect(status).toContain('next: paddock resize meta');
    const { operation } = lab.document();
    expect(operation).toBeNull();
  }

  async function expectFinished(cpus: number): Promise<void> {
    expect(recorded()).toMatchObject({ agreed: cpus, asked: null, inVm: cpus });
    expect(await inGuest('nproc')).toBe(String(cpus));
    expect(await works(['status'])).not.toContain('partly applied');
    await works(['plan', '--exit-code']);
  }

  test('the second CPU is refused, then the connection goes when it is accepted: no run adds one twice', async () => {
    const life = await lifeOf();
    want(3, 1);
    monitor.plan('device_add', [null, 'refuse']);
    await expectUnfinished('3 asked, 2 seen', /not this one/u);
    expect([recorded(), monitor.carriedOut()]).toEqual([{ agreed: 1, asked: 3, inVm: 2, inGuest: null }, 1]);
    monitor.plan('device_add', ['drop']);
    await expectUnfinished('3 asked, 3 seen', /device_add/u);
    expect([recorded(), monitor.carriedOut()]).toEqual([{ agreed: 1, asked: 3, inVm: 3, inGuest: null }, 1]);
    monitor.plan('device_add', []);
    await works(['resize', 'meta']);
    expect(monitor.carriedOut()).toBe(0);
    await expectFinished(3);
    expect(await lifeOf()).toEqual(life);
  });

  test.each([
    { when: 'before', trouble: 'hold', rootGib: 2, left: 1 },
    { when: 'after', trouble: 'hold_answer', rootGib: 3, left: 0 },
  ] as const)('killed $when QEMU grows the disk of its running VM: the next run goes by its real size', async (at) => {
    const { trouble, rootGib, left } = at;
    const life = await lifeOf();
    const file = join(lab.home, rootDisk()?.file ?? '');
    const { ino } = statSync(file);
    want(3, rootGib);
    monitor.plan('block_resize', [trouble]);
    const killed = lab.start(['resize', 'meta']);
    await until('block_resize', () => monitor.isHolding());
    killed.child.kill('SIGKILL');
    await killed.finished;
    expect(monitor.carriedOut()).toBe(1 - left);
    expect(record().spec.rootDiskBytes).toBe((rootGib - 1) * gib);
    monitor.plan('block_resize', []);
    await works(['resize', 'meta']);
    expect(monitor.carriedOut()).toBe(left);
    expect([record().spec.rootDiskBytes, rootDisk()?.outputs['virtualSizeBytes']]).toEqual([
      rootGib * gib,
      rootGib * gib,
    ]);
    expect(Number(await inGuest("df -k / | awk 'NR > 1 { print $2 }'")) * 1024).toBeGreaterThan((rootGib - 0.3) * gib);
    expect(statSync(file).ino).toBe(ino);
    expect(await lifeOf()).toEqual(life);
    await works(['plan', '--exit-code']);
  });

  test('after a resize that was refused, the next start has what was asked for', async () => {
    want(4, 3);
    monitor.plan('device_add', ['refuse']);
    await expectUnfinished('4 asked, 3 seen', /not this one/u);
    expect([recorded(), monitor.carriedOut()]).toEqual([{ agreed: 3, asked: 4, inVm: 3, inGuest: 3 }, 0]);
    await monitor.close();
    await works(['restart', 'meta']);
    expect(await inGuest('nproc')).toBe('4');
    await works(['resize', 'meta']);
    await expectFinished(4);
  });
});
