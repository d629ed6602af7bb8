import { expect, test } from 'vitest';
import { imageLock } from '../../../src/qemu/image-lock.ts';
import { makeBench, must, passed } from '../hypervisor/bench.ts';
import { growthContract } from '../hypervisor/growth-suite.ts';
import { hypervisorContract } from '../hypervisor/hypervisor-suite.ts';
import { withRealQemu } from './with-real-qemu.ts';

withRealQemu(() => {
  hypervisorContract('real', makeBench);
  growthContract('real', makeBench);

  test('a running QEMU locks its disk, and the lock is seen', async () => {
    const bench = makeBench();
    try {
      const tools = { programs: bench.host.programs, qemuImg: must(await bench.hypervisor.features('amd64')).qemuImg };
      const identity = must(await bench.launch());
      expect(await imageLock(bench.target.rootDisk, tools)).toBe('held');
      const other = { ...bench.target, uuid: '00000000-0000-4000-8000-00000000abcd' as typeof bench.uuid };
      const elsewhere = {
        ...other,
        sockets: {
          monitor: '/nonexistent/m',
          probe: '/nonexistent/p',
          console: '/nonexistent/c',
          lock: '/nonexistent/l',
        },
      };
      const evidence = await bench.hypervisor.observe(elsewhere);
      expect(evidence).toMatchObject({ kind: 'unknown', why: 'conflicting_evidence' });
      must(
        await bench.hypervisor.stop(passed({ kind: 'stop_vm', force: true }), { ...bench.target, process: identity }),
      );
      expect(await imageLock(bench.target.rootDisk, tools)).toBe('free');
    } finally {
      bench.cleanUp();
    }
  });

  test('QEMU itself refuses a second VM on the same disk', async () => {
    const bench = makeBench();
    try {
      must(await bench.launch());
      const spec = await bench.spec();
      const sockets = {
        monitor: `${bench.folder}/t/m`,
        probe: `${bench.folder}/t/p`,
        console: `${bench.folder}/t/c`,
        lock: `${bench.folder}/t/l`,
      };
      const argv = spec.argv.map((word) => word.replace(/\/s\/([mpcl])/, '/t/$1'));
      const second = await bench.launch({ ...spec, argv, sockets });
      expect(second).toMatchObject({ failures: [{ reason: 'qemu_exited' }] });
      expect(JSON.stringify(second)).toContain('Failed to get');
    } finally {
      bench.cleanUp();
    }
  });
});
