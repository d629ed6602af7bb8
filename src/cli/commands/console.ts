import type { Command } from '../command.ts';
import { noDocument } from '../no-document.ts';
import { nodeArgument } from '../option-specs.ts';

const farewells = {
  left: 'left the console; the node runs on',
  input_ended: 'the input ended; the node runs on',
  vm_ended: 'the node has stopped',
  aborted: 'interrupted; the node runs on',
} as const;

export const consoleCommand: Command = {
  name: 'console',
  summary: 'attach to the serial console of a node; Ctrl-] leaves',
  arguments: [nodeArgument],
  options: [],
  examples: ['paddock console meta'],
  async run(invocation) {
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { findVm } = await import('../../engine/find-vm.ts');
    const found = await findVm(ports.value, { node: invocation.arguments[0] ?? '', command: 'console' });
    if (!found.ok) return { kind: 'failed', failures: found.failures, report: null };
    if (invocation.global.format !== 'text') return noDocument('console');
    const { events, console } = ports.value;
    const { target } = found.value;
    events.emit({ kind: 'note', text: `console of ${target.name}; Ctrl-] leaves` });
    const ended = await console.attach(target, invocation.signal);
    if (!ended.ok) return { kind: 'failed', failures: ended.failures, report: null };
    events.emit({ kind: 'note', text: farewells[ended.value] });
    return { kind: 'passed_through', exit: ended.value === 'aborted' ? 130 : 0 };
  },
};
