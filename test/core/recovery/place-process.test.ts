import { expect, test } from 'vitest';
import { placeProcess } from '../../../src/core/recovery/place-process.ts';
import type { ProcessIdentity } from '../../../src/core/state/process-identity.ts';

const self: ProcessIdentity = {
  machineId: 'm1',
  bootId: 'b1',
  pidNamespace: 'pid:[1]',
  pid: 1,
  startTime: '10',
  executable: '/usr/bin/x',
  argvSha256: null,
};

test.each<[string, Partial<ProcessIdentity>, Partial<ProcessIdentity>, string]>([
  ['the same place', {}, {}, 'here'],
  ['another machine', { machineId: 'm2' }, {}, 'other_machine'],
  ['another machine, another boot', { machineId: 'm2', bootId: 'b2' }, {}, 'other_machine'],
  ['another boot', { bootId: 'b2' }, {}, 'other_boot'],
  ['another boot decides whatever the namespace was', { bootId: 'b2', pidNamespace: null }, {}, 'other_boot'],
  ['another pid namespace', { pidNamespace: 'pid:[2]' }, {}, 'other_namespace'],
  ['the same boot needs no name of its machine', { machineId: null }, { machineId: null }, 'here'],
  [
    'another boot of a machine that is not known',
    { machineId: null, bootId: 'b2' },
    { machineId: null },
    'missing_facts',
  ],
  ['a boot that is not known is no match', { bootId: null }, { bootId: null }, 'missing_facts'],
  ['a namespace that is not known is no match', { pidNamespace: null }, { pidNamespace: null }, 'missing_facts'],
  ['without a start time a pid is a number', { startTime: null }, {}, 'missing_facts'],
])('%s', (...row) => {
  const [, recorded, here, place] = row;
  expect(placeProcess({ ...self, ...recorded }, { ...self, ...here })).toBe(place);
});
