import { readFileSync } from 'node:fs';

const answers = {
  qmp_capabilities: {},
  quit: {},
  'query-version': { qemu: { micro: 0, minor: 2, major: 8 }, package: 'fake' },
  'query-machines': ['none', 'pc-i440fx-8.2', 'pc-q35-7.2', 'pc-q35-8.2', 'q35', 'virt-8.2'].map((name) => ({ name })),
};

const types = { accel: ['tcg-accel', 'kvm-accel'], 'virtio-mem-pci': ['virtio-mem-pci'] };

/** The conversation of a QEMU without a machine, over standard input and output. */
export function answerQuestions() {
  const say = (message) => process.stdout.write(`${JSON.stringify(message)}\r\n`);
  say({ QMP: { version: answers['query-version'], capabilities: [] } });
  for (const line of readFileSync(0, 'utf8')
    .split('\n')
    .filter((one) => one !== '')) {
    const { execute, id, arguments: given } = JSON.parse(line);
    const value =
      execute === 'qom-list-types' ? (types[given.implements] ?? []).map((name) => ({ name })) : answers[execute];
    say(value === undefined ? { error: { class: 'CommandNotFound', desc: execute }, id } : { return: value, id });
  }
}
