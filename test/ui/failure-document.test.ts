import { describe, expect, it } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import type { NodeName } from '../../src/core/names.ts';
import { failedDocument } from '../../src/ui/failure-document.ts';
import { failureLines } from '../../src/ui/failure-lines.ts';

const carried = { file: 'lab.yml', home: null };
const node3 = 'node-3' as NodeName;
const command = {
  name: 'qemu-system-x86_64',
  argv: ['-S'],
  exitStatus: 1,
  signal: null,
  timedOut: false,
  stderr: Array.from({ length: 12 }, (_, index) => `line ${String(index)}`).join('\n'),
};

describe('failedDocument', () => {
  it('has the keys that scripts rely on, at the top and for each failure', () => {
    const document = failedDocument([failure('nodes_removed', { nodes: [node3], hindered: [] })], carried);
    const shape = {
      error: 'conflict',
      reason: 'nodes_removed',
      message: expect.stringContaining('node-3') as unknown,
      nodes: ['node-3'],
      next: ['paddock destroy node-3'],
      left: 'nothing',
      operationId: null,
      command: null,
    };
    expect(document).toEqual({ ...shape, failures: [shape] });
  });

  it('puts the most severe failure first and gathers nodes and advice of all', () => {
    const document = failedDocument(
      [failure('resize_required', { nodes: [node3] }), failure('qemu_exited', { node: 'meta', command })],
      carried,
    );
    expect(document.reason).toBe('qemu_exited');
    expect(document.error).toBe('runtime');
    expect(document.nodes).toEqual(['node-3', 'meta']);
    expect(document.next).toContain('paddock resize -f lab.yml node-3');
    expect(document.failures.map((each) => each.reason)).toEqual(['resize_required', 'qemu_exited']);
    expect(document.command).toEqual(command);
  });

  it('names the interrupted operation', () => {
    const interrupted = failure('operation_interrupted', {
      operationId: 'abc',
      command: 'up',
      evidence: ['pid 4 is gone'],
      next: [],
    });
    expect(failedDocument([interrupted], carried).operationId).toBe('abc');
  });

  it('refuses to describe no failure', () => {
    expect(() => failedDocument([], carried)).toThrow();
  });
});

describe('failureLines', () => {
  it('shows every error, the end of what the program said, and each advice once, last', () => {
    const twice = failure('nodes_removed', { nodes: [node3], hindered: [] });
    const { failures, next } = failedDocument(
      [failure('qemu_exited', { node: 'meta', command }), twice, twice],
      carried,
    );
    const lines = failureLines(failures, next);
    expect(lines[0]).toMatch(/^error: node meta: /);
    expect(lines.slice(1, 9)).toEqual(Array.from({ length: 8 }, (_, index) => `  line ${String(index + 4)}`));
    expect(lines.filter((line) => line === 'next: paddock destroy node-3')).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/^next: /);
  });
});
