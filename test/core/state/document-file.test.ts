import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Instant, NodeName } from '../../../src/core/names.ts';
import { type StateDocument, stateSchema } from '../../../src/core/state/document.ts';
import { decodeDocument, encodeDocument } from '../../../src/core/state/document-file.ts';
import { at, modelDocument, modelOperation, testUuid } from '../../fakes/model-document.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function read(text: string, version = 1) {
  return decodeDocument(text, { version, sha256 });
}

/** A file with a right checksum, whatever it holds: what a program with a bug, or a person with time, would leave. */
function sealed(change: (fields: Record<string, unknown>) => string | undefined): string {
  const fields = JSON.parse(JSON.stringify(document)) as Record<string, unknown>;
  const json = change(fields) ?? JSON.stringify(fields);
  return `{"checksum":"${sha256(json)}",${json.slice(1)}\n`;
}

const document: StateDocument = {
  ...modelDocument(2),
  version: 1,
  retained: [
    {
      diskUuid: testUuid(5),
      node: 'old' as NodeName & string,
      disk: 'data',
      path: '/data',
      fs: 'xfs',
      virtualSizeBytes: 1,
      file: `disks/${testUuid(5)}.qcow2`,
      retainedAt: at,
    },
  ],
  events: [{ key: 'k', at, kind: 'note', node: null, operationId: testUuid(1), text: 'an été "quoted" \u2028' }],
};
describe('a document on file', () => {
  it('reads back as it was written', () => {
    expect(read(encodeDocument(document, sha256))).toEqual({ kind: 'good', document, schema: stateSchema });
  });

  it('is the same text for the same document, in whatever order its fields came', () => {
    const reversed = Object.fromEntries(Object.entries(document).reverse()) as unknown as StateDocument;
    expect(encodeDocument(reversed, sha256)).toBe(encodeDocument(document, sha256));
  });

  it('is one line', () => {
    expect(encodeDocument(document, sha256).split('\n')).toHaveLength(2);
  });

  it('is not written when it would not read', () => {
    const broken = { ...document, version: Number.NaN };
    expect(() => encodeDocument(broken, sha256)).toThrow('document.version: is not a whole number from 1');
  });

  it.each([
    ['a list', '[]', 'is not a JSON object'],
    ['null', 'null', 'is not a JSON object'],
    ['no checksum', JSON.stringify(document), 'has no checksum'],
    ['another checksum', encodeDocument(document, sha256).replace(/"checksum":"./, '"checksum":"g'), 'has no checksum'],
    ['a changed byte', encodeDocument(document, sha256).replace('été', 'ete'), 'the checksum does not match'],
    [
      'a field twice',
      sealed(() => `{"schema":1,${JSON.stringify(document).slice(1)}`).replace('"schema":1', '"schema":0'),
      'the checksum does not match',
    ],
  ])('is damaged by %s', (_, text, problem) => {
    expect(read(text)).toEqual({ kind: 'damaged', problem });
  });

  it('is damaged under another number', () => {
    expect(read(encodeDocument(document, sha256), 2)).toEqual({ kind: 'damaged', problem: 'holds version 1' });
  });

  it('is newer before it is anything else', () => {
    expect(read('{"schema":3,"writtenBy":"3.0.0","moved":true}')).toEqual({ kind: 'newer', writtenBy: '3.0.0' });
  });
});

interface Loose {
  nodes: Record<string, Record<string, unknown> & { parts: Record<string, unknown>[]; spec: Record<string, unknown> }>;
  fence: { owner: { identity: Record<string, unknown> } };
  operation: { steps: { action: Record<string, unknown>; state: unknown }[]; command: unknown };
  events: Record<string, unknown>[];
  retained: Record<string, unknown>[];
}

function withChange(change: (fields: Loose) => void): string {
  return sealed((fields) => {
    change(fields as unknown as Loose);
    return undefined;
  });
}

function meta(fields: Loose) {
  const node = fields.nodes['meta'];
  if (node === undefined) throw new Error('no meta');
  return node;
}

function actionOf(fields: Loose, step: number): Record<string, unknown> {
  return fields.operation.steps[step]?.action ?? {};
}

describe('a document with a right checksum', () => {
  it.each<[string, (fields: Loose) => void, string]>([
    [
      'an unknown field',
      (f) => {
        f.events[0] = { ...f.events[0], extra: 1 };
      },
      'document.events[0]: has the unknown field "extra"',
    ],
    [
      'a missing field',
      (f) => {
        delete meta(f)['guest'];
      },
      'document.nodes.meta: has no guest',
    ],
    [
      'a wrong type',
      (f) => {
        meta(f)['sshPort'] = '22';
      },
      'document.nodes.meta.sshPort: is not a whole number from 1',
    ],
    [
      'a fraction',
      (f) => {
        meta(f).spec['cpus'] = 1.5;
      },
      'document.nodes.meta.spec.cpus: is not a whole number from 1',
    ],
    [
      'an unknown word',
      (f) => {
        meta(f)['life'] = 'dead';
      },
      'document.nodes.meta.life: is not one of creating, committed, destroying, destroyed',
    ],
    [
      'a word that every object has',
      (f) => {
        meta(f)['life'] = 'toString';
      },
      'document.nodes.meta.life: is not one of creating, committed, destroying, destroyed',
    ],
    [
      'a path out of the home',
      (f) => {
        meta(f)['folder'] = 'nodes/../../etc';
      },
      'document.nodes.meta.folder: is not a path below the home',
    ],
    [
      'an absolute path',
      (f) => {
        (f.retained[0] ?? {})['file'] = '/etc/passwd';
      },
      'document.retained[0].file: is not a path below the home',
    ],
    [
      'a process group for a pid',
      (f) => {
        f.fence.owner.identity['pid'] = 0;
      },
      'document.fence.owner.identity.pid: is not a whole number from 1',
    ],
    [
      'an unknown action',
      (f) => {
        actionOf(f, 0)['kind'] = 'format_host';
      },
      'document.operation.steps[0].action.kind: is not known',
    ],
    [
      'an action of every object',
      (f) => {
        actionOf(f, 0)['kind'] = 'constructor';
      },
      'document.operation.steps[0].action.kind: is not known',
    ],
    [
      'an action without its disk',
      (f) => {
        delete actionOf(f, 2)['diskUuid'];
      },
      'document.operation.steps[2].action: has no diskUuid',
    ],
    [
      'an unknown command',
      (f) => {
        f.operation.command = 'format';
      },
      'document.operation.command: is not one of',
    ],
    [
      'a node under another name',
      (f) => {
        f.nodes['other'] = meta(f);
      },
      'document.nodes.other: holds meta',
    ],
    [
      'a name that is none',
      (f) => {
        f.nodes['a_b'] = meta(f);
      },
      'document.nodes: has the unknown field "a_b"',
    ],
    [
      'a list for an object',
      (f) => {
        f.nodes = [] as never;
      },
      'document.nodes: is not an object',
    ],
    [
      'an object for a list',
      (f) => {
        f.events = {} as never;
      },
      'document.events: is not a list',
    ],
    [
      'an output that is a list',
      (f) => {
        (meta(f).parts[0] ?? {})['outputs'] = { a: [] };
      },
      'document.nodes.meta.parts[0].outputs.a: is not a plain value',
    ],
  ])('is damaged by %s', (_, change, problem) => {
    const decoded = read(withChange(change));
    expect(decoded).toMatchObject({ kind: 'damaged', problem: expect.stringContaining(problem) as string });
  });

  it('is damaged by a prototype, at the top and in a table', () => {
    const top = sealed((fields) => JSON.stringify(fields).replace('{', '{"__proto__":{"admin":true},'));
    expect(read(top)).toEqual({ kind: 'damaged', problem: 'document: has the unknown field "__proto__"' });
    const table = sealed((fields) => JSON.stringify(fields).replace('"nodes":{', '"nodes":{"__proto__":{},'));
    expect(read(table)).toEqual({ kind: 'damaged', problem: 'document.nodes: has the unknown field "__proto__"' });
  });

  it('may be an empty one, with an operation that concerns no node', () => {
    const erase = { kind: 'erase_home', node: '' as NodeName & string, uuid: testUuid(1) } as const;
    const last: StateDocument = {
      ...document,
      nodes: {},
      retained: [],
      deployment: null,
      operation: { ...modelOperation([erase]), command: 'purge', scope: [] },
    };
    expect(read(encodeDocument(last, sha256))).toEqual({ kind: 'good', document: last, schema: stateSchema });
  });

  it('keeps times to the millisecond in UTC only', () => {
    const local = {
      ...document,
      operation: { ...modelOperation([]), startedAt: '2026-01-01T00:00:00.000+02:00' as Instant & string },
    };
    expect(() => encodeDocument(local, sha256)).toThrow('document.operation.startedAt: is not a UTC time');
  });
});
