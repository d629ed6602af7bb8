import { describe, expect, it } from 'vitest';
import { eventsKept, type RecordedEvent } from '../../../src/core/state/document.ts';
import { emptyDocument } from '../../../src/core/state/empty-document.ts';
import { recordEvent } from '../../../src/core/state/record-event.ts';
import { at } from '../../fakes/model-document.ts';

function event(key: string): RecordedEvent {
  return { key, at, kind: 'note', node: null, operationId: null, text: key };
}

describe('recordEvent', () => {
  it('adds at the end, and a fact only once', () => {
    const once = recordEvent(recordEvent(emptyDocument('x'), event('a')), event('b'));
    expect(once.events.map((each) => each.key)).toEqual(['a', 'b']);
    expect(recordEvent(once, { ...event('a'), text: 'again' })).toBe(once);
  });

  it('keeps the last ones', () => {
    let document = emptyDocument('x');
    for (let count = 0; count < eventsKept + 3; count += 1) document = recordEvent(document, event(String(count)));
    expect([document.events.length, document.events[0]?.key]).toEqual([500, '3']);
  });
});
