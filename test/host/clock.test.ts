import { describe, expect, it } from 'vitest';
import { createClock } from '../../src/host/clock.ts';
import { createIdentifiers } from '../../src/host/identifiers.ts';

const clock = createClock();

describe('the clock', () => {
  it('gives wall-clock time in UTC and time that never goes back', () => {
    expect(clock.now()).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    const before = clock.monotonicMs();
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(before);
  });

  it('sleeps as long as it was asked to', async () => {
    const before = clock.monotonicMs();
    await clock.sleep(30);
    expect(clock.monotonicMs() - before).toBeGreaterThanOrEqual(29);
  });

  it('wakes at once on an abort, also on one that came before', async () => {
    const controller = new AbortController();
    const before = clock.monotonicMs();
    const sleeping = clock.sleep(60_000, controller.signal);
    controller.abort();
    await sleeping;
    await clock.sleep(60_000, controller.signal);
    expect(clock.monotonicMs() - before).toBeLessThan(5000);
  });
});

describe('identifiers', () => {
  const identifiers = createIdentifiers();

  it('are UUIDs and tokens that do not repeat', () => {
    const uuids = new Set(Array.from({ length: 100 }, () => identifiers.uuid()));
    expect(uuids.size).toBe(100);
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(identifiers.token()).toMatch(/^[0-9a-f]{32}$/);
  });

  it('hash text as UTF-8', () => {
    expect(identifiers.sha256('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
  });
});
