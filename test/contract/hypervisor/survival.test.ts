import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { ProcessIdentity } from '../../../src/core/state/process-identity.ts';
import type { Result } from '../../../src/core/result.ts';
import { bundleScript } from '../../fakes/bundle-script.ts';
import { installFakeQemu } from '../../fakes/install-fake-qemu.ts';
import { type Bench, makeBench, must } from './bench.ts';

const script = await bundleScript(join(import.meta.dirname, 'launch-and-die.program.ts'));
const fake = installFakeQemu(mkdtempSync(join(tmpdir(), 'fake-qemu-')));
let vm: ProcessIdentity | null = null;

afterAll(script.remove);

afterEach(() => {
  if (vm !== null) process.kill(vm.pid, 'SIGKILL');
  vm = null;
});

/** A command in a process group of its own, as a shell would start it, that has launched a VM. */
async function launchFromCommand(bench: Bench): Promise<ChildProcess> {
  const file = join(bench.folder, 'spec.json');
  writeFileSync(file, JSON.stringify(await bench.spec()));
  const command = spawn(process.execPath, [script.path, file], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(command.stdout, 'data')) as [Buffer];
  vm = must(JSON.parse(line.toString()) as Result<ProcessIdentity>);
  return command;
}

test.each(['SIGINT', 'SIGHUP', 'SIGTERM', 'SIGKILL'] as const)(
  '%s to the command and its whole group leaves the VM as it is',
  async (signal) => {
    const bench = makeBench({ searchPath: fake.folder });
    const command = await launchFromCommand(bench);
    process.kill(-(command.pid ?? 0), signal);
    await once(command, 'exit');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await bench.hypervisor.observe({ ...bench.target, process: vm })).toMatchObject({
      kind: 'running',
      qmp: 'ours',
      process: 'ours',
      pid: vm?.pid,
    });
    bench.cleanUp();
  },
);
