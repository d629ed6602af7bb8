import { fail, ok } from '../../src/core/result.ts';
import type { ImageFacts } from '../../src/core/qemu/image-facts.ts';
import type { Hypervisor } from '../../src/ports/hypervisor.ts';
import { enact, type ModelHost } from './model-host.ts';

/** What makes the VMs and disks of a model host larger: one effect for each CPU, and only what is missing. */
export function modelGrowth(host: ModelHost): Pick<Hypervisor, 'plugCpus' | 'setMemory' | 'growDisk'> {
  return {
    plugCpus: (running, target) => {
      const vm = host.vms.get(target.uuid);
      if (vm === undefined) throw new Error(`CPUs for ${target.name}, which does not run`);
      while (vm.cpus < running.cpus) {
        const failures = enact(host, `plug ${target.name} ${String(vm.cpus + 1)}`);
        if (failures !== null) return Promise.resolve(fail(...failures));
        vm.cpus += 1;
      }
      return Promise.resolve(ok({ cpus: vm.cpus }));
    },
    setMemory: (running, target) => {
      const failures = enact(host, `memory ${target.name}`);
      if (failures !== null) return Promise.resolve(fail(...failures));
      const vm = host.vms.get(target.uuid);
      if (vm === undefined) throw new Error(`memory for ${target.name}, which does not run`);
      vm.memoryBytes = running.memoryBytes;
      return Promise.resolve(ok({ memoryBytes: vm.memoryBytes }));
    },
    growDisk: (running, { file }) => {
      const failures = enact(host, `grow ${file}`);
      if (failures !== null) return Promise.resolve(fail(...failures));
      const facts = JSON.parse(host.files.get(file) ?? '') as ImageFacts;
      const virtualSizeBytes = Math.max(facts.virtualSizeBytes, running.sizeBytes);
      host.files.set(file, JSON.stringify({ ...facts, virtualSizeBytes }));
      return Promise.resolve(ok({ virtualSizeBytes }));
    },
  };
}
