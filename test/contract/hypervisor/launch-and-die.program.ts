import { readFileSync } from 'node:fs';
import type { ProcessSpec } from '../../../src/core/qemu/vm-spec.ts';
import { createProcesses } from '../../../src/host/processes.ts';
import { launchVm } from '../../../src/qemu/launch-vm.ts';

// Launches the VM whose process spec it is given, says who it is, and waits to be ended.
const spec = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ProcessSpec;
process.stdout.write(`${JSON.stringify(await launchVm(spec, createProcesses()))}\n`);
setInterval(() => undefined, 60_000);
