import { test } from 'vitest';
import { findTool } from '../../../src/qemu/find-tool.ts';

/** Declares tests that need a real QEMU, or one skipped test that says why there are none. */
export function withRealQemu(declare: () => void): void {
  const where = { searchPath: process.env['PATH'] ?? '', platform: 'linux', arch: 'amd64' } as const;
  if (findTool('qemu-system-x86_64', where).ok && findTool('qemu-img', where).ok) declare();
  else test.skip('qemu-system-x86_64 and qemu-img are not installed', () => undefined);
}
