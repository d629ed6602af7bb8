import { expect, test } from 'vitest';
import { authorizeState } from '../../../src/core/plan/authorize-state.ts';
import { destructionLines } from '../../../src/core/plan/destruction-lines.ts';
import type { StateDocument } from '../../../src/core/state/document.ts';
import { converged, dataDisk, wanted, wantedNode, withRecord } from './model-lab.ts';

const disks = [dataDisk, { ...dataDisk, id: 'pg', path: '/pg', persistent: true }];
const document = converged(wanted([wantedNode('node-1', 11, { spec: { disks } })]));

function lines(command: 'destroy' | 'purge', from: StateDocument): readonly string[] {
  const grants = authorizeState({ command, document: from, scope: null, force: false, deletePersistent: false });
  return grants.ok ? destructionLines(from, grants.value) : [];
}

test('a destruction says what goes and what stays', () => {
  expect(lines('destroy', document)).toEqual([
    'node node-1 (10.10.10.11)',
    '  deletes root disk, 64GiB',
    '  deletes disk /data, 128GiB',
    '  keeps   disk /pg, 128GiB',
  ]);
});

test('a purge says that persistent disks go as well', () => {
  expect(lines('purge', document)).toEqual([
    'node node-1 (10.10.10.11)',
    '  deletes root disk, 64GiB',
    '  deletes disk /data, 128GiB',
    '  deletes disk /pg, 128GiB',
    'the home',
    '  deletes keys, history and state',
    '  keeps   the image cache',
  ]);
});

test('what is already gone is not announced again', () => {
  const parts = document.nodes['node-1']?.parts.map((part) =>
    part.kind === 'root_disk' ? { ...part, state: 'destroyed' as const } : part,
  );
  const half = withRecord(document, 'node-1', { life: 'destroying', parts: parts ?? [] });
  expect(lines('destroy', half)).toEqual([
    'node node-1 (10.10.10.11)',
    '  deletes disk /data, 128GiB',
    '  keeps   disk /pg, 128GiB',
  ]);
});
