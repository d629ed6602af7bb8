import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOperations } from '../../../src/host/read-operations.ts';
import { operationText } from '../../../src/host/operation-files.ts';
import { modelOperation, testUuid } from '../../fakes/model-document.ts';
import { temporaryHome } from '../../fakes/temporary-home.ts';

const operation = { ...modelOperation([]), status: 'complete' as const };

function place(folder: string, id: string, text: string): string {
  mkdirSync(join(folder, id), { recursive: true });
  writeFileSync(join(folder, id, 'operation.json'), text);
  return join(folder, id, 'operation.json');
}

test('a file that does not read is named and hides no other', async () => {
  const folder = join(temporaryHome(), 'operations');
  place(folder, operation.id, operationText(operation));
  writeFileSync(join(folder, operation.id, 'manifest.yml'), 'all: {}\n');
  const bad = ['', '{}', '{"__proto__":{"id":1}}', operationText(operation).slice(0, 40), '\0\0'];
  const files = bad.map((text, index) => place(folder, testUuid(index + 1), text));
  const linked = join(folder, testUuid(50));
  mkdirSync(linked);
  symlinkSync('/etc/hostname', join(linked, 'operation.json'));
  mkdirSync(join(folder, testUuid(60)));
  mkdirSync(join(folder, 'notes'));
  const read = await readOperations(folder);
  if (!read.ok) throw new Error('not read');
  expect(read.value.operations).toEqual([{ operation, inputs: join(folder, operation.id, 'manifest.yml') }]);
  expect(read.value.damaged.map(({ file }) => file)).toEqual([...files, join(linked, 'operation.json')]);
});

test('without a folder there is nothing on file', async () => {
  expect(await readOperations(join(temporaryHome(), 'operations'))).toEqual({
    ok: true,
    value: { operations: [], damaged: [] },
  });
});
