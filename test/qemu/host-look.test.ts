import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ProgramRequest, Programs } from '../../src/ports/programs.ts';
import { findTool } from '../../src/qemu/find-tool.ts';
import { imageLock } from '../../src/qemu/image-lock.ts';
import { LineBuffer } from '../../src/qemu/line-buffer.ts';
import { ensureSocketFolder } from '../../src/qemu/ensure-socket-folder.ts';
import { openPrivateLog } from '../../src/qemu/private-file.ts';
import { makeBench } from '../contract/hypervisor/bench.ts';
import { ok, fail } from '../../src/core/result.ts';
import { failure } from '../../src/core/failure.ts';

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'look-'));
}

function program(path: string): string {
  writeFileSync(path, '#!/bin/sh\n', { mode: 0o755 });
  return path;
}

const linux = { platform: 'linux', arch: 'amd64' } as const;

test('a tool is taken from PATH, then from where else it may be', () => {
  const [one, two] = [folder(), folder()];
  const elsewhere = program(join(two, 'qemu-img'));
  const where = { ...linux, searchPath: `relative:${one}`, otherFolders: [two] };
  expect(findTool('qemu-img', where)).toEqual({ ok: true, value: elsewhere });
  const onPath = program(join(one, 'qemu-img'));
  expect(findTool('qemu-img', where)).toEqual({ ok: true, value: onPath });
});

test('the emulator of enterprise distributions counts for the host architecture only', () => {
  const other = folder();
  const kvm = program(join(other, 'qemu-kvm'));
  const where = { ...linux, searchPath: '', otherFolders: [other] };
  expect(findTool('qemu-system-x86_64', where)).toEqual({ ok: true, value: kvm });
  expect(findTool('qemu-system-aarch64', where)).toMatchObject({ failures: [{ reason: 'tool_missing' }] });
});

test('a folder or a file that cannot be run is no tool; the package is named per system', () => {
  const at = folder();
  mkdirSync(join(at, 'qemu-system-x86_64'));
  writeFileSync(join(at, 'qemu-img'), '', { mode: 0o644 });
  const where = { ...linux, searchPath: at, otherFolders: [] };
  expect(findTool('qemu-system-x86_64', where)).toMatchObject({ failures: [{ packages: 'qemu-system-x86' }] });
  expect(findTool('qemu-img', { ...where, platform: 'darwin' })).toMatchObject({ failures: [{ packages: 'qemu' }] });
});

test('every program of QEMU that is not there is named at once', async () => {
  const { hypervisor } = makeBench({ searchPath: '/nonexistent', otherFolders: [] });
  expect(await hypervisor.features('amd64')).toMatchObject({
    failures: [{ tool: 'qemu-system-x86_64' }, { tool: 'qemu-img' }],
  });
});

/** qemu-img that opens the image or does not, with and without minding locks. */
function opening(opens: { readonly minding: boolean; readonly ignoring: boolean }): Programs {
  const run = (request: ProgramRequest) => {
    const opened = request.arguments.includes('-U') ? opens.ignoring : opens.minding;
    const problem = failure('tool_missing', { tool: 'x', packages: 'x' });
    return Promise.resolve(opened ? ok({ exitStatus: 0, stdout: '', stderr: '' }) : fail(problem));
  };
  return {
    run,
    runTogether: () => Promise.resolve([]),
    relay: () => Promise.resolve(ok(0)),
    attach: () => Promise.resolve(ok(0)),
  };
}

test('an image that is not there is not locked', async () => {
  const tools = { programs: opening({ minding: false, ignoring: false }), qemuImg: null };
  expect(await imageLock(join(folder(), 'none'), tools)).toBe('free');
});

// /proc is a file system whose lock list cannot be trusted, and its files are always there.
test.each([
  [{ minding: true, ignoring: true }, 'free'],
  [{ minding: false, ignoring: true }, 'held'],
  [{ minding: false, ignoring: false }, 'unknown'],
] as const)('where the list of locks cannot be trusted, opening tells: %j is %s', async (opens, lock) => {
  expect(await imageLock('/proc/version', { programs: opening(opens), qemuImg: '/x' })).toBe(lock);
});

test('without qemu-img it cannot be told there', async () => {
  const programs = opening({ minding: true, ignoring: true });
  expect(await imageLock('/proc/version', { programs, qemuImg: null })).toBe('unknown');
});

test('lines are cut whatever the pieces are, in letters of any width', () => {
  const buffer = new LineBuffer(20);
  const bytes = Buffer.from('{"é":1}\r\n\n{"b"');
  expect(buffer.push(bytes.subarray(0, 3))).toEqual([]);
  expect(buffer.push(bytes.subarray(3))).toEqual(['{"é":1}']);
  expect(buffer.push(Buffer.from(':2}\n'))).toEqual(['{"b":2}']);
});

test('a line is only as long as it may be, finished or not', () => {
  expect(new LineBuffer(4).push(Buffer.from('abcde'))).toBeNull();
  expect(new LineBuffer(4).push(Buffer.from('abcde\n'))).toBeNull();
  expect(new LineBuffer(4).push(Buffer.from('abcd\n'))).toEqual(['abcd']);
});

test('a log that is a symlink is refused', () => {
  const at = folder();
  writeFileSync(join(at, 'target'), 'theirs');
  symlinkSync(join(at, 'target'), join(at, 'qemu.log'));
  expect(openPrivateLog(join(at, 'qemu.log'))).toMatchObject({
    failures: [{ reason: 'foreign_file', kind: 'symlink' }],
  });
});

test('a socket folder that is a symlink or cannot be made is refused', () => {
  const at = folder();
  symlinkSync(folder(), join(at, 'link'));
  expect(ensureSocketFolder(join(at, 'link', 'm'))).toMatchObject({ failures: [{ reason: 'foreign_file' }] });
  writeFileSync(join(at, 'file'), '');
  expect(ensureSocketFolder(join(at, 'file', 's', 'm'))).toMatchObject({ failures: [{ reason: 'file_error' }] });
});
