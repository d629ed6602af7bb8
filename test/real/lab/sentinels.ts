import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { diskSerial } from '../../../src/core/qemu/disk-serial.ts';
import type { Lab } from './open-lab.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Runs in the guest; a data disk that is not mounted carries its sentinel in the bytes of the device. */
const script = `
disk() { for each in /sys/block/vd*; do [ "$(cat "$each/serial" 2>/dev/null)" = "$2" ] && device="/dev/\${each##*/}"; done; path=$1; }
write() { if mountpoint -q "$path"; then echo sentinel > "$path/sentinel"; else printf sentinel | dd of="$device" bs=1 seek=33554432 conv=notrunc 2>/dev/null; fi; }
read_back() { if mountpoint -q "$path"; then cat "$path/sentinel"; else dd if="$device" bs=1 skip=33554432 count=8 2>/dev/null; echo; fi; }
`;

interface Marked {
  readonly node: string;
  /** Mount paths of data disks, whose identity is the path without its slash. */
  readonly paths: readonly string[];
  /** A new root disk carries no sentinel. */
  readonly root?: 'new';
}

/** Puts a sentinel on every disk of a node, the root disk among them, and waits until they are on the disk. */
export async function writeSentinels(lab: Lab, { node, paths }: Marked): Promise<void> {
  const each = paths.map((path) => `disk ${path} ${serialOf(path)} && write`);
  const ended = await inGuest(lab, node, ['echo sentinel > /sentinel', ...each, 'sync'].join('\n'));
  expect(ended.exit, ended.stderr).toBe(0);
}

/** All of them are there, as they were written. */
export async function expectSentinels(lab: Lab, { node, paths, root }: Marked): Promise<void> {
  const each = paths.map((path) => `disk ${path} ${serialOf(path)} && read_back`);
  const onRoot = root === 'new' ? ['test -e /sentinel || echo none'] : ['cat /sentinel'];
  const ended = await inGuest(lab, node, [...onRoot, ...each].join('\n'));
  const first = root === 'new' ? 'none\n' : 'sentinel\n';
  expect(ended.stdout, ended.stderr).toBe(first + 'sentinel\n'.repeat(paths.length));
}

const inGuest = (lab: Lab, node: string, what: string) =>
  lab.run(['exec', node, '--', 'sudo', 'sh', '-c', script + what]);

const serialOf = (path: string): string => diskSerial(path.slice(1), sha256);
