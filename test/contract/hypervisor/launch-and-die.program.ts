import { readFileSync } from 'node:fs';
import type { ProcessSpec } from '../../../src/core/qemu/vm-spec.ts';
import { createProcesses } from '../../../src/host/processes.ts';
import { launchVm } from '../../../src/qemu/launch-vm.ts';

// Launches the VM whose process spec it is given, says who it is, and waits to be ended.
const spec = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ProcessSpec;
const launched = await launchVm(spec, {
  running: { stillOwned: () => Promise.resolve({ ok: true, value: undefined }) },
  mayEnd: () => Promise.resolve(true),
  processes: createProcesses(),
});
process.stdout.write(`${JSON.stringify(launched)}\n`);
setInterval(() => undefined, 60_000);
