import { appendFileSync } from 'node:fs';
import { control } from './control.mjs';
import { Growth } from './growth.mjs';

/** The state of one VM and what QMP commands do to it. */
export class Machine {
  sessions = new Set();
  consoles = new Set();
  #vm;
  #status;
  #end;
  #growth;

  /** `end(reason)` is called once, when the machine is over. */
  constructor(vm, end) {
    this.#vm = vm;
    this.#status = vm.paused ? 'prelaunch' : 'running';
    this.#end = end;
    this.#growth = new Growth(vm);
  }

  get name() {
    return this.#vm.name;
  }

  /** The value of a reply; undefined for a command that it does not know. */
  answer(command, given = {}) {
    const grown = this.#growth.answer(command, given);
    if (grown !== undefined) return grown;
    const lie = control(this.name).identity ?? {};
    switch (command) {
      case 'qmp_capabilities':
      case 'system_powerdown':
        return {};
      case 'query-uuid':
        return { UUID: lie.uuid ?? this.#vm.uuid };
      case 'query-name':
        return { name: lie.name ?? this.#vm.name };
      case 'query-status':
        return { status: this.#status, singlestep: false, running: this.#status === 'running' };
      case 'query-version':
        return { qemu: { micro: 0, minor: 2, major: 8 }, package: 'fake' };
      case 'query-chardev':
        return [this.#consoleFacts()];
      case 'cont':
        this.#run();
        return {};
      case 'stop':
        this.#status = 'paused';
        this.event('STOP');
        return {};
      case 'quit':
        this.event('SHUTDOWN', { guest: false, reason: 'host-qmp-quit' });
        return {};
      default:
        return undefined;
    }
  }

  /** What a command does once its answer is on its way. */
  after(command) {
    if (command === 'quit') setImmediate(() => this.#end('quit'));
    if (command === 'system_powerdown' && this.#status === 'running') setTimeout(() => this.#powerdown(), 50);
  }

  event(event, data) {
    const now = Date.now();
    const timestamp = { seconds: Math.floor(now / 1000), microseconds: (now % 1000) * 1000 };
    for (const session of this.sessions) {
      if (session.negotiated) session.send({ timestamp, event, ...(data === undefined ? {} : { data }) });
    }
  }

  serial(text) {
    if (this.#vm.console?.logfile !== undefined) appendFileSync(this.#vm.console.logfile, text);
    for (const client of this.consoles) client.write(text);
  }

  #consoleFacts() {
    const where = `unix:${this.#vm.console?.path ?? ''},server=on`;
    return {
      label: 'console',
      'frontend-open': true,
      filename: this.consoles.size === 0 ? `disconnected:${where}` : where,
    };
  }

  #run() {
    if (this.#status === 'prelaunch') this.serial(`fake guest of ${this.name} runs\r\n`);
    if (this.#status !== 'running') this.event('RESUME');
    this.#status = 'running';
  }

  #powerdown() {
    this.serial(`fake guest of ${this.name} powers down\r\n`);
    this.event('SHUTDOWN', { guest: true, reason: 'guest-shutdown' });
    this.#end('powerdown');
  }
}
