import { control } from './control.mjs';
import { readSize, writeSize } from './image-size.mjs';

/** CPUs, memory and disks of a VM, and what QMP commands make of them. */
export class Growth {
  #vm;
  #cpus;
  #requested = 0;
  #size = 0;

  constructor(vm) {
    this.#vm = vm;
    this.#cpus = new Set(Array.from({ length: vm.cpus }, (_, index) => index));
  }

  /** The value of a reply; throws a refusal; undefined for a command of something else. */
  answer(command, given) {
    switch (command) {
      case 'query-cpus-fast':
        return [...this.#cpus].map((index) => ({ 'cpu-index': index }));
      case 'query-hotpluggable-cpus':
        return this.#slots();
      case 'device_add':
        return this.#plug(given);
      case 'query-memory-size-summary':
        return { 'base-memory': this.#vm.memoryBytes, 'plugged-memory': this.#taken() };
      case 'query-memory-devices':
        return this.#memoryDevices();
      case 'qom-set':
        return this.#request(given);
      case 'query-named-block-nodes':
        return this.#disks().map(({ node, file }) => ({
          'node-name': node,
          drv: 'qcow2',
          file,
          image: { filename: file, 'virtual-size': readSize(file) },
        }));
      case 'block_resize':
        return this.#resize(given);
      default:
        return undefined;
    }
  }

  #slots() {
    // The last place first, as QEMU has it.
    return Array.from({ length: this.#vm.maxCpus }, (_, index) => ({
      type: 'max-x86_64-cpu',
      'vcpus-count': 1,
      props: { 'core-id': index, 'thread-id': 0, 'socket-id': 0 },
      ...(this.#cpus.has(index) ? { 'qom-path': `/machine/unattached/device[${index}]` } : {}),
    })).reverse();
  }

  #plug(given) {
    const core = given['core-id'];
    const { refuseCpu } = control(this.#vm.name);
    if (refuseCpu === this.#cpus.size + 1) throw new Error(`CPU ${refuseCpu} is not to be had`);
    if (this.#cpus.has(core)) throw new Error(`CPU ${core} exists`);
    if (!(core < this.#vm.maxCpus)) throw new Error(`Invalid CPU core-id: ${core}`);
    this.#cpus.add(core);
    return {};
  }

  #memoryDevices() {
    if (this.#vm.roomBytes === 0) return [];
    const sizes = { size: this.#taken(), 'requested-size': this.#requested, 'max-size': this.#vm.roomBytes };
    return [{ type: 'virtio-mem', data: { id: 'memory', 'block-size': 2097152, ...sizes } }];
  }

  #request({ path, property, value }) {
    if (path !== '/machine/peripheral/memory' || property !== 'requested-size')
      throw new Error(`no ${path}.${property}`);
    if (value > this.#vm.roomBytes) throw new Error(`'requested-size' cannot exceed the memory backend size`);
    this.#requested = value;
    return {};
  }

  /** The guest takes what it is given, unless it is told to keep or refuse some of it. */
  #taken() {
    const { guestMemory = {} } = control(this.#vm.name);
    const { least = 0, most = Number.MAX_SAFE_INTEGER } = guestMemory;
    const size = Math.min(Math.max(this.#requested, Math.min(least, this.#size)), most);
    this.#size = size;
    return size;
  }

  #disks() {
    return this.#vm.disks
      .filter((disk) => disk.driver === 'qcow2')
      .map((disk) => ({ node: disk['node-name'], file: disk.file.filename }));
  }

  /** Cuts as readily as it grows, as QEMU's own does. */
  #resize({ 'node-name': node, size }) {
    const disk = this.#disks().find((one) => one.node === node);
    if (disk === undefined) throw new Error(`Cannot find device='' nor node-name='${node}'`);
    writeSize(disk.file, size);
    return {};
  }
}
