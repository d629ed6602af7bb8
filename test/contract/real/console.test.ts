import { consoleContract } from '../console/console-suite.ts';
import { makeBench } from '../hypervisor/bench.ts';
import { withRealQemu } from './with-real-qemu.ts';

withRealQemu(() => {
  consoleContract('real', makeBench);
});
