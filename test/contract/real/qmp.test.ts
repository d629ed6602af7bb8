import { makeBench } from '../hypervisor/bench.ts';
import { qmpContract } from '../qmp/qmp-suite.ts';
import { startSubject } from '../qmp/start-subject.ts';
import { withRealQemu } from './with-real-qemu.ts';

withRealQemu(() => {
  qmpContract('real', () => startSubject(makeBench()));
});
