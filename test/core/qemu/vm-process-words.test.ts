import { expect, test } from 'vitest';
import { hasUuidArgument, isVmProcess } from '../../../src/core/qemu/is-vm-process.ts';
import { type StopSituation, stopPermission } from '../../../src/core/qemu/stop-permission.ts';
import type { QmpEvidence } from '../../../src/core/recovery/evidence.ts';
import { sampleUuid } from './sample-vm.ts';

const qemu = '/usr/bin/qemu-system-x86_64';

test('the UUID is the word after -uuid, and the whole word', () => {
  expect(hasUuidArgument(['-uuid', sampleUuid], sampleUuid)).toBe(true);
  expect(hasUuidArgument([sampleUuid, '-uuid'], sampleUuid)).toBe(false);
  expect(hasUuidArgument(['-uuid', `${sampleUuid}0`], sampleUuid)).toBe(false);
  expect(hasUuidArgument([`-uuid ${sampleUuid}`], sampleUuid)).toBe(false);
});

test.each([
  ['an emulator', qemu, [qemu, '-uuid', sampleUuid], true],
  ['one whose file was upgraded under it', `${qemu} (deleted)`, ['qemu', '-uuid', sampleUuid], true],
  ['the emulator of enterprise distributions', '/usr/libexec/qemu-kvm', ['x', '-uuid', sampleUuid], true],
  [
    'a script that is run by an interpreter',
    '/usr/bin/node',
    ['node', `/t/qemu-system-x86_64`, '-uuid', sampleUuid],
    true,
  ],
  ['somebody who looks for it', '/usr/bin/grep', ['grep', '--', '-uuid', sampleUuid], false],
  ['an emulator of another VM', qemu, [qemu, '-uuid', '00000000-0000-4000-8000-000000000000'], false],
] as const)('%s', (...row) => {
  const [, executable, argv, is] = row;
  expect(isVmProcess({ executable, argv }, sampleUuid)).toBe(is);
});

const situations: readonly [QmpEvidence, boolean, boolean, ReturnType<typeof stopPermission>][] = [
  ['no_listener', true, false, 'signal'],
  ['no_listener', true, true, 'signal'],
  ['no_listener', false, true, 'refuse_until_forced'],
  ['silent', true, false, 'refuse_until_forced'],
  ['silent', true, true, 'signal'],
  ['silent', false, true, 'refuse_until_forced'],
  ['ours', true, false, 'refuse_until_forced'],
  ['ours', true, true, 'signal'],
  ['ours', false, true, 'refuse_until_forced'],
  ['other_uuid', true, true, 'refuse'],
  ['error_reply', true, true, 'refuse'],
  ['not_asked', true, false, 'refuse_until_forced'],
];

test.each(situations)('qmp %s, identity proven %s, forced %s: %s', (...row) => {
  const [qmp, identityProven, force, permission] = row;
  const situation: StopSituation = { qmp, identityProven, force };
  expect(stopPermission(situation)).toBe(permission);
});
