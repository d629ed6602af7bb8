import { expect, test } from 'vitest';
import { featureQuestions, listsUserNetwork, readFeatureFacts } from '../../../src/core/qemu/feature-facts.ts';
import { readImageFacts } from '../../../src/core/qemu/image-facts.ts';

const replies: Record<string, unknown> = {
  version: { qemu: { major: 10, minor: 0, micro: 3 }, package: 'x' },
  machines: ['none', 'q35', 'pc-q35-9.2', 'pc-q35-10.0', 'pc-q35-rhel9.6.0', 'pc-i440fx-10.0'].map((name) => ({
    name,
  })),
  accelerators: [{ name: 'tcg-accel' }, { name: 'kvm-accel' }, { name: 'accel' }],
  virtioMem: [{ name: 'virtio-mem-pci' }],
  nineP: [{ name: 'virtio-9p-pci' }],
};

function conversation(without?: string): string {
  const said = Object.entries(replies)
    .filter(([id]) => id !== without)
    .map(([id, value]) => JSON.stringify({ return: value, id }));
  return ['{"QMP":{}}', '{"return":{},"id":"hello"}', ...said, '{"event":"SHUTDOWN"}'].join('\r\n');
}

test('features: versions compare as numbers, aliases and other families are left out', () => {
  expect(readFeatureFacts(conversation(), 'pc-q35-')).toEqual({
    version: '10.0.3',
    machines: ['pc-q35-10.0', 'pc-q35-9.2'],
    accelerators: ['kvm', 'tcg'],
    virtioMem: true,
    nineP: true,
  });
});

test.each([
  ['version', 'query-version'],
  ['machines', 'query-machines'],
  ['accelerators', 'qom-list-types'],
])('features: without an answer about %s the question is named', (id, question) => {
  expect(readFeatureFacts(conversation(id), 'pc-q35-')).toBe(question);
});

test('features: a QEMU that does not know virtio-mem has none', () => {
  expect(readFeatureFacts(conversation('virtioMem'), 'pc-q35-')).toMatchObject({ virtioMem: false });
  expect(readFeatureFacts(conversation('nineP'), 'pc-q35-')).toMatchObject({ nineP: false });
});

test('features: the questions are one JSON object a line, and end with quit', () => {
  const asked = featureQuestions.trimEnd().split('\n');
  expect(asked.map((line) => (JSON.parse(line) as { id: string }).id).at(0)).toBe('hello');
  expect(asked.map((line) => (JSON.parse(line) as { id: string }).id).at(-1)).toBe('quit');
});

test('the user network is a line of its own', () => {
  expect(listsUserNetwork('Available netdev backend types:\nsocket\nuser\n')).toBe(true);
  expect(listsUserNetwork('Available netdev backend types:\nvhost-user\ntap\n')).toBe(false);
});

test('image: overlay with its backing file in full', () => {
  const report = {
    format: 'qcow2',
    'virtual-size': 10,
    'actual-size': 4,
    'backing-filename': 'base.qcow2',
    'full-backing-filename': '/images/base.qcow2',
    'format-specific': { type: 'qcow2', data: { corrupt: true, 'data-file': '/elsewhere/x' } },
  };
  expect(readImageFacts(JSON.stringify(report))).toEqual({
    format: 'qcow2',
    virtualSizeBytes: 10,
    actualSizeBytes: 4,
    backingFile: '/images/base.qcow2',
    corrupt: true,
    externalDataFile: '/elsewhere/x',
    snapshots: [],
  });
});

test('image: a raw file has no more to say', () => {
  expect(readImageFacts('{"format":"raw","virtual-size":512,"actual-size":0}')).toEqual({
    format: 'raw',
    virtualSizeBytes: 512,
    actualSizeBytes: 0,
    backingFile: null,
    corrupt: false,
    externalDataFile: null,
    snapshots: [],
  });
});

test.each([
  ['{"format":"vmdk","virtual-size":1}', 'qemu-img reports it as vmdk'],
  ['{}', 'qemu-img reports it as something without a format'],
  ['Could not open', 'qemu-img did not answer in JSON'],
])('image: what cannot be used is said: %s', (json, problem) => {
  expect(readImageFacts(json)).toBe(problem);
});
