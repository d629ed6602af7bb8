import { expect, test } from 'vitest';
import type { NodeRecord } from '../../../src/core/state/document.ts';
import { nodeRecordText } from '../../../src/core/state/node-record-text.ts';
import { readNodeFile } from '../../../src/core/state/node-file.ts';
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
  const { deployment, nodes } = modelDocument();
  const [record] = Object.values(nodes);
  if (record === undefined || deployment === null) throw new Error('the model document has no node');
  const text = nodeRecordText(record, deployment.id);
  expect(nodeRecordText(backwards(record) as NodeRecord, deployment.id)).toBe(text);
  expect(readNodeFile(text)).toMatchObject({
    format: 1,
    deploymentId: deployment.id,
    uuid: record.uuid,
    spec: record.spec,
    disks: { data: testUuid(1000) },
    sshPort: 20_000,
  });
});
