import { describe, expect, test } from 'vitest';
import { authorizeState, type StateCommand } from '../../../src/core/plan/authorize-state.ts';
import type { NodeRecord } from '../../../src/core/state/document.ts';
import { converged, wanted, wantedNode, withRecord } from './model-lab.ts';

const lab = wanted([wantedNode('meta', 10), wantedNode('node-1', 11)]);
const document = converged(lab);
const plain = { scope: null, force: false, deletePersistent: false } as const;

type Life = NodeRecord['life'];
const cells: { readonly [C in StateCommand]: { readonly [L in Life]: string } } = {
  start: {
    creating: '!not_created',
    committed: 'start',
    destroying: '!destruction_unfinished',
    destroyed: '!not_created',
  },
  stop: { creating: 'stop', committed: 'stop', destroying: 'stop', destroyed: 'nothing' },
  restart: {
    creating: '!not_created',
    committed: 'restart',
    destroying: '!destruction_unfinished',
    destroyed: '!not_created',
  },
  destroy: { creating: 'destroy', committed: 'destroy', destroying: 'destroy', destroyed: 'nothing' },
  purge: { creating: 'destroy', committed: 'destroy', destroying: 'destroy', destroyed: 'nothing' },
};

describe('commands that go by the record', () => {
  const rows = Object.entries(cells).flatMap(([command, lives]) =>
    Object.entries(lives).map(([life, cell]) => ({ command: command as StateCommand, life: life as Life, cell })),
  );

  test.each(rows)('$command of a node that is $life: $cell', ({ command, life, cell }) => {
    // A purge takes no names, so there the node is one of all.
    const scope = command === 'purge' ? null : ['node-1'];
    const result = authorizeState({ ...plain, command, document: withRecord(document, 'node-1', { life }), scope });
    if (cell.startsWith('!')) {
      expect(result).toMatchObject({ ok: false, failures: [{ reason: cell.slice(1), nodes: ['node-1'] }] });
      return;
    }
    const own = result.ok ? result.value.filter(({ node }) => node === 'node-1').map(({ kind }) => kind) : result;
    expect(own).toEqual(cell === 'nothing' ? [] : [cell]);
  });

  test('without names, the nodes that exist are meant, in manifest order', () => {
    const one = withRecord(document, 'meta', { life: 'destroyed' });
    expect(authorizeState({ ...plain, command: 'stop', document, force: true })).toMatchObject({
      value: [
        { kind: 'stop', node: 'meta', force: true },
        { kind: 'stop', node: 'node-1', force: true },
      ],
    });
    expect(authorizeState({ ...plain, command: 'start', document: one })).toMatchObject({
      value: [{ node: 'node-1' }],
    });
  });

  test('without a deployment there is nothing to stop and nothing to destroy', () => {
    expect(authorizeState({ ...plain, command: 'stop', document: null })).toEqual({ ok: true, value: [] });
    expect(authorizeState({ ...plain, command: 'destroy', document: null })).toEqual({ ok: true, value: [] });
  });

  test('a purge ends every node with its persistent disks, then itself', () => {
    expect(authorizeState({ ...plain, command: 'purge', document })).toEqual({
      ok: true,
      value: [
        { kind: 'destroy', node: 'meta', force: false, deletePersistent: true },
        { kind: 'destroy', node: 'node-1', force: false, deletePersistent: true },
        { kind: 'purge', node: null },
      ],
    });
  });

  test('persistent disks go with the whole deployment only', () => {
    const some = { ...plain, document, scope: ['node-1'] };
    expect(authorizeState({ ...some, command: 'destroy', deletePersistent: true })).toEqual({
      ok: false,
      failures: [{ reason: 'whole_only', command: 'destroy', option: '--delete-persistent' }],
    });
    expect(authorizeState({ ...some, command: 'purge' })).toMatchObject({
      failures: [{ reason: 'whole_only', option: null }],
    });
    expect(authorizeState({ ...plain, document, command: 'destroy', deletePersistent: true })).toMatchObject({
      value: [{ deletePersistent: true }, { deletePersistent: true }],
    });
  });

  test.each(['destroy', 'purge'] as const)('%s leaves everything when one node is protected', (command) => {
    const guarded = converged(wanted([wantedNode('meta', 10), wantedNode('node-1', 11, { protect: true })]));
    expect(authorizeState({ ...plain, command, document: guarded })).toEqual({
      ok: false,
      failures: [{ reason: 'node_protected', nodes: ['node-1'], command }],
    });
    expect(authorizeState({ ...plain, command: 'stop', document: guarded }).ok).toBe(true);
  });

  test('a name that names nothing is refused with the nearest', () => {
    expect(authorizeState({ ...plain, command: 'destroy', document, scope: ['nod-1'] })).toEqual({
      ok: false,
      failures: [{ reason: 'unknown_node', name: 'nod-1', nearest: 'node-1' }],
    });
  });
});
