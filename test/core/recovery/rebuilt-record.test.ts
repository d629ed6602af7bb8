import { expect, test } from 'vitest';
import { endingActions } from '../../../src/core/plan/other-lives.ts';
import type { FoundNode } from '../../../src/core/recovery/found-node.ts';
import { rebuiltRecord } from '../../../src/core/recovery/rebuilt-record.ts';
import { modelDocument, testUuid } from '../../fakes/model-document.ts';

test.each([
  ['kept, as it may have been taken over', true, 'retain_data_disk'],
  ['removed where nobody was promised that it stays', false, 'remove_data_disk'],
])('the disk of a life that never ran is %s', (_, persistent, end) => {
  const record = modelDocument().nodes['meta'];
  if (record === undefined) throw new Error('no meta');
  const disks = record.spec.disks.map((disk) => ({ ...disk, persistent }));
  const { name, uuid, createdAt, madeFor, machine, image, sshPort, folder } = record;
  const spec = { ...record.spec, disks };
  const file = { format: 1, deploymentId: testUuid(9), uuid, name, createdAt, spec, madeFor, machine, image, sshPort };
  const found = {
    file: { ...file, disks: { data: testUuid(1000) } },
    folder,
    present: { disks: new Set(['data']), kinds: new Set(['node_record']) },
    vm: null,
    hasRun: false,
    publicKey: null,
  } as unknown as FoundNode;
  const rebuilt = rebuiltRecord(found);
  expect(rebuilt.life).toBe('creating');
  expect(endingActions(rebuilt).flatMap(({ kind }) => (/data_disk/u.test(kind) ? [kind] : []))).toEqual([end]);
});
