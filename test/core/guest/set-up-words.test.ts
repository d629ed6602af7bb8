import { describe, expect, it } from 'vitest';
import { clockAhead } from '../../../src/core/guest/clock-ahead.ts';
import type { DesiredSetUp } from '../../../src/core/guest/desired-set-up.ts';
import { readGuestCheck } from '../../../src/core/guest/guest-check.ts';
import { guestStages } from '../../../src/core/guest/guest-stage.ts';
import { readSetUp } from '../../../src/core/guest/read-set-up.ts';
import { readMarker } from '../../../src/core/guest/ready-marker.ts';
import { setUpText } from '../../../src/core/guest/set-up-text.ts';
import { isSetUp, unfinishedStages } from '../../../src/core/guest/unfinished-stages.ts';
import type { SpecHash } from '../../../src/core/names.ts';
import { testUuid } from '../../fakes/model-document.ts';

const lines: { readonly [stage: string]: readonly string[] } = {
  hostname: ['hostname meta'],
  names: ['host 10.10.10.10 meta'],
  control: ['private key', 'peer node-1,10.10.10.11 ssh-ed25519 AAAA'],
  disks: ['disk data auto /data', 'disk pg xfs /pg'],
};
const desired: DesiredSetUp = {
  uuid: testUuid(1),
  specHash: 'a'.repeat(64) as SpecHash & string,
  stages: Object.fromEntries(
    guestStages.map((stage) => [stage, { digest: `d-${stage}`, lines: lines[stage] ?? [] }]),
  ) as DesiredSetUp['stages'],
};

const whole = [
  'paddock-marker 1',
  `uuid ${testUuid(1)}`,
  `spec-hash ${'a'.repeat(64)}`,
  ...guestStages.map((stage) => `stage ${stage} d-${stage} ok`),
  'end',
];
const seen = { marker: readMarker(whole), mountPoints: ['/', '/data', '/pg'], clockAheadSeconds: 0 };

describe('the marker of a guest', () => {
  it('vouches for every stage', () => {
    expect(unfinishedStages(desired, seen)).toEqual([]);
    expect(isSetUp(desired, seen)).toBe(true);
  });

  it.each([
    ['is cut off', whole.slice(0, -1)],
    ['is of another form', ['paddock-marker 2', ...whole.slice(1)]],
    ['is of another guest', whole.map((line) => line.replace(testUuid(1), testUuid(2)))],
    ['is not there', []],
  ])('vouches for nothing when it %s', (_what, marker) => {
    expect(unfinishedStages(desired, { ...seen, marker: readMarker(marker) })).toEqual(guestStages);
  });

  it.each([
    ['limited', (line: string) => line.replace('d-control ok', 'd-control limited'), ['control']],
    ['of another digest', (line: string) => line.replace('d-names', 'd-other'), ['names']],
    ['not named', (line: string) => line.replace('stage disks', 'stage else'), ['disks']],
  ])('does not vouch for a stage that is %s', (_what, edit, unfinished) => {
    expect(unfinishedStages(desired, { ...seen, marker: readMarker(whole.map(edit)) })).toEqual(unfinished);
  });

  it('is not enough where a disk is not mounted or the clock is off', () => {
    expect(unfinishedStages(desired, { ...seen, mountPoints: ['/', '/data'] })).toEqual(['disks']);
    expect(unfinishedStages(desired, { ...seen, clockAheadSeconds: -4 })).toEqual(['time']);
    expect(unfinishedStages(desired, { ...seen, clockAheadSeconds: 3 })).toEqual([]);
  });

  it('with the hash of before leaves the marker alone to be written', () => {
    const marker = readMarker(whole.map((line) => line.replace('aaaa', 'bbbb')));
    expect(unfinishedStages(desired, { ...seen, marker })).toEqual([]);
    expect(isSetUp(desired, { ...seen, marker })).toBe(false);
  });
});

describe('the input of a set-up', () => {
  it('keeps what is done, and tells the rest what it needs', () => {
    const text = setUpText(
      desired,
      { run: ['time', 'control', 'disks'], keep: ['hostname'] },
      {
        user: 'dba',
        clockAheadSeconds: -61,
        controlKey: { privateBase64: 'c2VjcmV0', publicKey: 'ssh-ed25519 PUB' },
        blankDisks: ['/pg'],
      },
    );
    expect(text.split('\n')).toEqual([
      ...[
        'paddock-set-up 1',
        `uuid ${testUuid(1)}`,
        `spec-hash ${'a'.repeat(64)}`,
        'user dba',
        'keep hostname d-hostname',
      ],
      ...['stage time d-time', 'step 61'],
      ...['stage control d-control', 'private c2VjcmV0', 'peer node-1,10.10.10.11 ssh-ed25519 AAAA'],
      ...['stage disks d-disks', 'disk data auto unproven /data', 'disk pg xfs blank /pg', ''],
    ]);
  });
});

describe('what a set-up says', () => {
  it('is read line by line, and a stage that it does not name did not end', () => {
    const said =
      'warning disks /data: no  disk\nrepair time moved\nnoise\ndone time ok d\ndone disks limited d\ndone odd ok d\n';
    expect(readSetUp(said)).toEqual({
      stages: { time: 'ok', disks: 'limited' },
      warnings: [{ stage: 'disks', text: '/data: no  disk' }],
      repairs: [{ stage: 'time', text: 'moved' }],
      damaged: [],
    });
  });
});

describe('the look at a guest', () => {
  it('is taken apart', () => {
    const check = readGuestCheck(
      `${testUuid(1)}\n/dev/vda2 / ext4 rw 0 0\n/dev/vdc /data ext4 rw 0 0\n${whole.join('\n')}\n1700000000\n`,
    );
    expect(check).toEqual({
      instanceId: testUuid(1),
      mountPoints: ['/', '/data'],
      marker: readMarker(whole),
      guestSeconds: 1_700_000_000,
    });
  });

  it('may hold the id alone', () => {
    expect(readGuestCheck(`${testUuid(1)}\n`)).toEqual({
      instanceId: testUuid(1),
      mountPoints: [],
      marker: null,
      guestSeconds: null,
    });
  });
});

describe('a clock that was read between 100 and 104', () => {
  const between = { askedMs: 100_000, answeredMs: 104_000 };
  it.each([
    [99, 0],
    [105, 0],
    [98, -6],
    [44, -60],
    [164, 60],
    [null, 0],
  ])('as %s is %s ahead', (guestSeconds, ahead) => {
    expect(clockAhead(guestSeconds, between)).toBe(ahead);
  });
});
