import { type Bench, must } from '../hypervisor/bench.ts';
import type { QmpSubject } from './qmp-suite.ts';

/** Launches the VM of a bench, so that its monitors can be spoken to. */
export async function startSubject(bench: Bench): Promise<QmpSubject> {
  must(await bench.launch());
  const { sockets, uuid, name } = bench.target;
  return {
    monitor: sockets.monitor,
    probe: sockets.probe,
    uuid,
    name,
    stop: () => {
      bench.cleanUp();
      return Promise.resolve();
    },
  };
}
