import { expect, test } from 'vitest';
import {
  concludeEvidence,
  type ImageLock,
  type Observations,
  type RecordedProcess,
  type UuidSearch,
} from '../../../src/core/recovery/conclude-evidence.ts';
import type { QmpEvidence } from '../../../src/core/recovery/evidence.ts';

const ours: RecordedProcess = { kind: 'here', pid: 7, seen: 'ours' };
const gone: RecordedProcess = { kind: 'here', pid: 7, seen: 'absent' };
const found: UuidSearch = { kind: 'found', pid: 9 };
const nothing: UuidSearch = { kind: 'none' };

/** A VM that was recorded and of which nothing is left. */
const cold: Observations = {
  qmp: 'no_listener',
  qmpDetail: 'detail',
  paused: false,
  recorded: gone,
  search: nothing,
  imageLock: 'free',
};

test.each<[string, Partial<Observations>, object]>([
  ['the monitor and the process agree', { qmp: 'ours', recorded: ours }, { kind: 'running', pid: 7, process: 'ours' }],
  ['it stands still', { qmp: 'ours', paused: true, recorded: ours }, { kind: 'running', paused: true }],
  [
    'never recorded, found by its words',
    { qmp: 'ours', recorded: { kind: 'none' }, search: found },
    { kind: 'running', pid: 9, process: 'found_by_uuid' },
  ],
  ['the record is of an earlier start', { qmp: 'ours', search: found }, { kind: 'running', pid: 9 }],
  [
    'it answers from another pid namespace',
    { qmp: 'ours', recorded: { kind: 'other_namespace' } },
    { kind: 'running', pid: null },
  ],
  [
    'it answers and the table is unreadable',
    { qmp: 'ours', search: { kind: 'unreadable' } },
    { kind: 'running', pid: null },
  ],
  ['it claims to be ours and no process is', { qmp: 'ours' }, { kind: 'unknown', why: 'conflicting_evidence' }],
  [
    'another VM answers on our socket',
    { qmp: 'other_uuid', recorded: ours },
    { kind: 'unknown', why: 'conflicting_evidence' },
  ],
  ['silent, and the process is ours', { qmp: 'silent', recorded: ours }, { kind: 'running', pid: 7, qmp: 'silent' }],
  ['no socket, and the process is ours', { recorded: ours }, { kind: 'running', pid: 7 }],
  ['no socket, found by its words', { search: found }, { kind: 'running', pid: 9 }],
  ['silent, and no process', { qmp: 'silent' }, { kind: 'unknown', why: 'probe_unavailable' }],
  ['errors, and no process', { qmp: 'error_reply' }, { kind: 'unknown', why: 'conflicting_evidence' }],
  [
    'its monitor answers, and the process is of another home',
    { qmp: 'ours', search: { kind: 'other_home', pid: 9, home: '/other' } },
    { kind: 'unknown', why: 'other_home', process: 'other_home' },
  ],
  [
    'the record is of another home, and ours runs too',
    { recorded: { kind: 'here', pid: 7, seen: 'other_home', home: '/other' }, search: found },
    { kind: 'running', pid: 9 },
  ],
  [
    'the record is of a process of another home that nothing else finds',
    { recorded: { kind: 'here', pid: 7, seen: 'other_home', home: '/other' } },
    { kind: 'unknown', why: 'other_home', detail: expect.stringContaining('/other (pid 7)') as string },
  ],
  [
    'its home was moved',
    { recorded: { kind: 'here', pid: 7, seen: 'ours', movedFrom: '/before' } },
    { kind: 'running', pid: 7, movedFrom: '/before' },
  ],
  ['everything is gone', {}, { kind: 'not_running', why: 'process_gone', process: 'absent' }],
  [
    'a zombie is gone',
    { recorded: { kind: 'here', pid: 7, seen: 'zombie' } },
    { kind: 'not_running', process: 'zombie' },
  ],
  [
    'a stranger has the pid',
    { recorded: { kind: 'here', pid: 7, seen: 'reused' } },
    { kind: 'not_running', process: 'reused' },
  ],
  ['never started', { recorded: { kind: 'none' } }, { kind: 'not_running', why: 'never_started' }],
  ['the host booted', { recorded: { kind: 'other_boot' } }, { kind: 'not_running', why: 'other_boot' }],
  [
    'the host booted; the lock need not be read',
    { recorded: { kind: 'other_boot' }, imageLock: 'unknown' },
    { kind: 'not_running' },
  ],
  [
    'the host booted, and it runs again',
    { recorded: { kind: 'other_boot' }, search: found },
    { kind: 'running', pid: 9 },
  ],
  [
    'the host booted, and somebody has the disk',
    { recorded: { kind: 'other_boot' }, imageLock: 'held' },
    { kind: 'unknown', why: 'conflicting_evidence' },
  ],
  ['no process, and somebody has the disk', { imageLock: 'held' }, { kind: 'unknown', why: 'conflicting_evidence' }],
  [
    'no process, and a tool that will end has the disk',
    { imageLock: 'held', imageTool: { pid: 12, program: 'qemu-img' } },
    { kind: 'unknown', why: 'probe_unavailable', detail: 'qemu-img (pid 12) is at work on the root disk' },
  ],
  ['the lock cannot be read', { imageLock: 'unknown' }, { kind: 'unknown', why: 'probe_unavailable' }],
  ['the lock was not asked for', { imageLock: 'not_asked' }, { kind: 'unknown', why: 'probe_unavailable' }],
  [
    'the process cannot be read',
    { recorded: { kind: 'here', pid: 7, seen: 'unreadable' } },
    { kind: 'unknown', why: 'probe_unavailable' },
  ],
  ['the table cannot be searched', { search: { kind: 'unreadable' } }, { kind: 'unknown', why: 'probe_unavailable' }],
  ['another machine', { recorded: { kind: 'other_machine' } }, { kind: 'unknown', why: 'identity_unverifiable' }],
  [
    'another pid namespace',
    { recorded: { kind: 'other_namespace' } },
    { kind: 'unknown', why: 'identity_unverifiable' },
  ],
  [
    'a record without facts',
    { recorded: { kind: 'missing_facts' } },
    { kind: 'unknown', why: 'identity_unverifiable' },
  ],
])('%s', (_, change, evidence) => {
  expect(concludeEvidence({ ...cold, ...change })).toMatchObject(evidence);
});

function everything(): readonly Observations[] {
  const qmps: readonly QmpEvidence[] = ['ours', 'other_uuid', 'error_reply', 'silent', 'no_listener', 'not_asked'];
  const seen = (['ours', 'absent', 'zombie', 'reused', 'unreadable'] as const).map(
    (what): RecordedProcess => ({ kind: 'here', pid: 7, seen: what }),
  );
  const elsewhere = (['none', 'other_machine', 'other_boot', 'other_namespace', 'missing_facts'] as const).map(
    (kind): RecordedProcess => ({ kind }),
  );
  const searches: readonly UuidSearch[] = [found, nothing, { kind: 'unreadable' }];
  const locks: readonly ImageLock[] = ['free', 'held', 'unknown', 'not_asked'];
  return qmps.flatMap((qmp) =>
    [...seen, ...elsewhere].flatMap((recorded) =>
      searches.flatMap((search) => locks.map((imageLock) => ({ ...cold, qmp, recorded, search, imageLock }))),
    ),
  );
}

test('over the whole product: gone is only said when every source agrees', () => {
  const all = everything();
  expect(all).toHaveLength(6 * 10 * 3 * 4);
  const deadKinds = ['none', 'other_boot', 'here'];
  for (const seen of all.filter((one) => concludeEvidence(one).kind === 'not_running')) {
    expect(['no_listener', 'not_asked']).toContain(seen.qmp);
    expect(seen.search.kind).toBe('none');
    expect(seen.imageLock).not.toBe('held');
    expect(deadKinds).toContain(seen.recorded.kind);
    if (seen.recorded.kind === 'here') expect(['absent', 'zombie', 'reused']).toContain(seen.recorded.seen);
    if (seen.recorded.kind !== 'other_boot') expect(seen.imageLock).toBe('free');
  }
});

test('over the whole product: running needs an answer that is ours or a process that is', () => {
  for (const seen of everything().filter((one) => concludeEvidence(one).kind === 'running')) {
    const process = seen.search.kind === 'found' || (seen.recorded.kind === 'here' && seen.recorded.seen === 'ours');
    expect(seen.qmp === 'ours' || process).toBe(true);
    expect(seen.qmp).not.toBe('other_uuid');
  }
});
