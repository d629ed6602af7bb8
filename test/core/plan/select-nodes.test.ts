import { describe, expect, test } from 'vitest';
import type { NodeName } from '../../../src/core/names.ts';
import { selectNodes } from '../../../src/core/plan/select-nodes.ts';

const nodes = [
  { name: 'meta' as NodeName, address: '10.10.10.10' },
  { name: 'node-1' as NodeName, address: '10.10.10.11' },
];
const known = { nodes, skipped: ['node-9' as NodeName] };

describe('names on a command line', () => {
  test('none mean all; some are put in the order of the nodes', () => {
    expect(selectNodes(null, known)).toEqual({ ok: true, value: null });
    expect(selectNodes(['node-1', 'meta'], known)).toEqual({ ok: true, value: ['meta', 'node-1'] });
  });

  test.each([
    ['node-2', { reason: 'unknown_node', name: 'node-2', nearest: 'node-1' }],
    ['metta', { reason: 'unknown_node', name: 'metta', nearest: 'meta' }],
    ['emta', { reason: 'unknown_node', name: 'emta', nearest: 'meta' }],
    ['NODE-1', { reason: 'unknown_node', name: 'NODE-1', nearest: 'node-1' }],
    ['database', { reason: 'unknown_node', name: 'database', nearest: null }],
    ['10.10.10.11', { reason: 'unknown_node', name: '10.10.10.11', nearest: 'node-1' }],
    ['node-*', { reason: 'node_pattern', name: 'node-*' }],
    ['node-[12]', { reason: 'node_pattern', name: 'node-[12]' }],
    ['node-?', { reason: 'node_pattern', name: 'node-?' }],
    ['{meta,node-1}', { reason: 'node_pattern', name: '{meta,node-1}' }],
    ['', { reason: 'node_name_empty', known: ['meta', 'node-1'] }],
    [' ', { reason: 'node_name_empty', known: ['meta', 'node-1'] }],
    ['node-9', { reason: 'node_skipped', name: 'node-9' }],
  ])('%j is refused', (name, failure) => {
    expect(selectNodes([name], known)).toEqual({ ok: false, failures: [failure] });
  });

  test('all complaints come at once, a repeated name among them', () => {
    expect(selectNodes(['meta', 'meta', 'x'], known)).toEqual({
      ok: false,
      failures: [
        { reason: 'node_repeated', name: 'meta' },
        { reason: 'unknown_node', name: 'x', nearest: null },
      ],
    });
  });

  test('a list that names nothing is never taken for all', () => {
    expect(selectNodes([], known)).toMatchObject({ ok: false, failures: [{ reason: 'node_name_empty' }] });
  });
});
