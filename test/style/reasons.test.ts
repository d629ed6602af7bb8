import { describe, expect, it } from 'vitest';
import { failureTexts } from '../../src/core/failure-text.ts';
import { cliTexts } from '../../src/core/failure-text/cli.ts';
import { diskTexts } from '../../src/core/failure-text/disk.ts';
import { engineTexts } from '../../src/core/failure-text/engine.ts';
import { guestTexts } from '../../src/core/failure-text/guest.ts';
import { hostTexts } from '../../src/core/failure-text/host.ts';
import { imageTexts } from '../../src/core/failure-text/image.ts';
import { manifestTexts } from '../../src/core/failure-text/manifest.ts';
import { planTexts } from '../../src/core/failure-text/plan.ts';
import { qemuTexts } from '../../src/core/failure-text/qemu.ts';
import { resizeTexts } from '../../src/core/failure-text/resize.ts';
import { stateTexts } from '../../src/core/failure-text/state.ts';

const stages = [
  cliTexts,
  diskTexts,
  engineTexts,
  guestTexts,
  hostTexts,
  imageTexts,
  manifestTexts,
  planTexts,
  qemuTexts,
  resizeTexts,
  stateTexts,
];

describe('reasons', () => {
  it('are unique over all stages: a table that repeats one would silently replace its words', () => {
    const all = stages.flatMap((stage) => Object.keys(stage));
    expect(all.filter((reason, index) => all.indexOf(reason) !== index)).toEqual([]);
    expect(all.toSorted()).toEqual(Object.keys(failureTexts).toSorted());
  });

  it('are snake_case', () => {
    expect(Object.keys(failureTexts).filter((reason) => !/^[a-z]+(_[a-z0-9]+)*$/.test(reason))).toEqual([]);
  });
});
