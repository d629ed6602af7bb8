import { expect, test } from 'vitest';
import { readDiskStall } from '../../../src/core/qemu/disk-stall.ts';
import { type EndingKind, launchMark, type LeftBehind, readEnding } from '../../../src/core/qemu/vm-ending.ts';

const request = (reason: number): string => `qemu_system_shutdown_request reason=${String(reason)}\n`;

test.each<[EndingKind, string | null, LeftBehind['sockets']]>([
  ['by_guest', request(6), 'gone'],
  ['by_guest', `1234@1700000000.000001:${request(6)}`, 'gone'],
  ['by_monitor', request(2), 'gone'],
  ['by_signal', 'qemu-system-x86_64: terminating on signal 15 from pid 1 (systemd)\n', 'gone'],
  ['by_signal', request(4), 'gone'],
  ['killed', '', 'there'],
  ['killed', 'qemu-system-x86_64: ../block.c:1: assertion failed\n', 'there'],
  ['unexplained', '', 'gone'],
  ['unexplained', null, 'gone'],
])('%s: by %j with its sockets %s', (kind, said, sockets) => {
  const log = said === null ? null : `${request(2)}${launchMark}\n${said}`;
  expect(readEnding({ log, sockets }).kind).toBe(kind);
});

test('what an earlier launch said is not taken for the last one', () => {
  const log = `${launchMark}\n${request(6)}${launchMark}\n`;
  expect(readEnding({ log, sockets: 'there' })).toEqual({ kind: 'killed', said: null });
});

test('a log that was cut above the mark still tells', () => {
  expect(readEnding({ log: request(6), sockets: 'gone' }).kind).toBe('by_guest');
});

test('the disk that stalls a VM is named, and whether space is what it lacks', () => {
  const disk = (file: string, status?: string) => ({
    inserted: { file },
    ...(status === undefined ? {} : { 'io-status': status }),
  });
  expect(readDiskStall([disk('/root', 'ok'), disk('/data', 'nospace')])).toEqual({ file: '/data', noSpace: true });
  expect(readDiskStall([disk('/root', 'failed')])).toEqual({ file: '/root', noSpace: false });
  expect([readDiskStall([disk('/root', 'ok'), disk('/seed')]), readDiskStall('odd')]).toEqual([null, null]);
});
