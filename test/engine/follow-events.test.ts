import { expect, test } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { fail, ok } from '../../src/core/result.ts';
import type { RecordedEvent, StateDocument } from '../../src/core/state/document.ts';
import { recordEvent } from '../../src/core/state/record-event.ts';
import { followEvents } from '../../src/engine/follow-events.ts';
import type { StateStore } from '../../src/ports/state-store.ts';
import { modelDocument } from '../fakes/model-document.ts';
import { lab } from './lab.ts';

const event = (key: string, node: string | null): RecordedEvent =>
  ({ key, kind: 'test', operationId: null, at: '2026-01-02T03:04:05.000Z', node, text: key }) as RecordedEvent;

/** Follows a record that reads as these documents, one look after the other; null for one that does not read. */
async function follow(looks: readonly (StateDocument | null)[], node: string | null = null) {
  const stop = new AbortController();
  let look = 0;
  const { ports } = lab();
  const store: StateStore = {
    ...ports.store,
    read: () => {
      const document = looks[look] ?? null;
      look += 1;
      if (look === looks.length) stop.abort();
      const damaged = failure('interrupted', { command: 'read' });
      return Promise.resolve(document === null ? fail(damaged) : ok(document));
    },
  };
  const clock = { ...ports.clock, sleep: () => Promise.resolve() };
  const found: string[] = [];
  const seen = looks[0]?.events ?? [];
  for await (const events of followEvents({ store, clock }, { node, seen, signal: stop.signal })) {
    found.push(events.map(({ key }) => key).join(' '));
  }
  return found;
}

const before = recordEvent(modelDocument(), event('old', 'meta'));
const one = recordEvent(recordEvent(before, event('a', 'meta')), event('b', null));
const two = recordEvent(one, event('c', 'meta'));

test('gives what came since, once each, and outlives a record that does not read', async () => {
  expect(await follow([before, one, one, null, two, two])).toEqual(['a b', 'c']);
});

test('gives only what concerns the node', async () => {
  expect(await follow([before, one, two, two], 'meta')).toEqual(['a', 'c']);
});

test('goes on when the oldest have fallen off', async () => {
  expect(await follow([before, { ...two, events: two.events.slice(-1) }, before])).toEqual(['c']);
});
