import { expect, test } from 'vitest';
import type { NodeRecord } from '../../../src/core/state/document.ts';
import { nodeRecordText } from '../../../src/core/state/node-record-text.ts';
import { modelDocument, testUuid } from '../../fakes/model-document.ts';

function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, backwards(part)]),
  );
}

test('a record that was read back has the bytes of the one that was made', () => {
  const [record] = Object.values(modelDocument().nodes);
  if (record === undefined) throw new Error('the model document has no node');
  const text = nodeRecordText(record, testUuid(7));
  expect(nodeRecordText(backwards(record) as NodeRecord, testUuid(7))).toBe(text);
  expect(JSON.parse(text)).toMatchObject({
    format: 1,
    deploymentId: testUuid(7),
    uuid: record.uuid,
    spec: record.spec,
  });
});
