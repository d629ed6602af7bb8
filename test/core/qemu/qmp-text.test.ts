import { expect, test } from 'vitest';
import {
  hasClient,
  readCpuCount,
  readIdentity,
  readMemoryBytes,
  readStatus,
} from '../../../src/core/qemu/qmp-facts.ts';
import { type QmpMessage, readQmpMessage } from '../../../src/core/qemu/qmp-message.ts';

test.each<[string, string, QmpMessage]>([
  ['greeting', '{"QMP":{"version":{},"capabilities":["oob"]}}', { kind: 'greeting' }],
  ['reply', '{"return":{"a":1},"id":"x-1"}', { kind: 'return', id: 'x-1', value: { a: 1 } }],
  ['reply without an id', '{"return":{}}', { kind: 'return', id: null, value: {} }],
  ['reply with an id of another kind', '{"return":{},"id":7}', { kind: 'return', id: null, value: {} }],
  [
    'error',
    '{"id":"x-2","error":{"class":"GenericError","desc":"no"}}',
    { kind: 'error', id: 'x-2', errorClass: 'GenericError', description: 'no' },
  ],
  ['event', '{"timestamp":{},"event":"STOP"}', { kind: 'event', event: 'STOP', data: undefined }],
  ['another protocol', '220 mail.example.org', { kind: 'unreadable', start: '220 mail.example.org' }],
  ['a list', '[1]', { kind: 'unreadable', start: '[1]' }],
  ['an object that is none of these', '{"hello":1}', { kind: 'unreadable', start: '{"hello":1}' }],
])('reads a line: %s', (_, line, message) => {
  expect(readQmpMessage(line)).toEqual(message);
});

test('the start of an unreadable line is bounded', () => {
  expect(readQmpMessage('x'.repeat(5000))).toEqual({ kind: 'unreadable', start: 'x'.repeat(80) });
});

test('identity: a UUID in capitals is the same UUID, a VM without a name has null', () => {
  expect(readIdentity({ UUID: 'ABCD' }, { name: 'n' })).toEqual({ uuid: 'abcd', name: 'n' });
  expect(readIdentity({ UUID: 'abcd' }, {})).toEqual({ uuid: 'abcd', name: null });
  expect(readIdentity({}, { name: 'n' })).toBeNull();
});

test('state, CPUs and memory are read or are null', () => {
  expect(readStatus({ status: 'paused', running: false, singlestep: false })).toEqual({
    status: 'paused',
    running: false,
  });
  expect(readStatus('running')).toBeNull();
  expect(readCpuCount([{}, {}, {}])).toBe(3);
  expect(readCpuCount({})).toBeNull();
  expect(readMemoryBytes({ 'base-memory': 100, 'plugged-memory': 28 })).toBe(128);
  expect(readMemoryBytes({ 'base-memory': 100 })).toBe(100);
  expect(readMemoryBytes({})).toBeNull();
});

test('a socket has a client unless QEMU calls it disconnected', () => {
  const reply = [
    { label: 'monitor', filename: 'unix:/run/m,server=on' },
    { label: 'console', filename: 'disconnected:unix:/run/c,server=on' },
  ];
  expect(hasClient(reply, 'monitor')).toBe(true);
  expect(hasClient(reply, 'console')).toBe(false);
  expect(hasClient(reply, 'other')).toBe(false);
});
