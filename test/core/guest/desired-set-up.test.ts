import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { desiredSetUp, type SetUpFacts } from '../../../src/core/guest/desired-set-up.ts';
import { isExplainedHash } from '../../../src/core/guest/explained-hash.ts';
import { appliedLab, type WantedLab } from '../../../src/core/guest/wanted-lab.ts';
import type { NodeName } from '../../../src/core/names.ts';
import { hashSpec } from '../../../src/core/spec/hash-spec.ts';
import { changeRecord } from '../../../src/core/state/change-record.ts';
import type { NodeRecord, StateDocument } from '../../../src/core/state/document.ts';
import { modelDocument, testUuid } from '../../fakes/model-document.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const key = testUuid(7000);

/** Three nodes with host keys; the role is held with a key. */
function lab(): StateDocument {
  const document = modelDocument(3);
  if (document.deployment === null) throw new Error('no deployment');
  const held = { ...document, deployment: { ...document.deployment, controlKey: key } };
  return Object.values(held.nodes).reduce<StateDocument>(
    (each, { name }) =>
      changeRecord(name, (record) => ({
        ...record,
        parts: record.parts.map((part) =>
          part.kind === 'host_key' ? { ...part, outputs: { publicKey: `ssh-ed25519 ${name}` } } : part,
        ),
      }))(each),
    held,
  );
}

function facts(document: StateDocument, changes: Partial<WantedLab> = {}): SetUpFacts {
  return { document, lab: { ...appliedLab(document), ...changes }, sha256 };
}

function node(document: StateDocument, name: string): NodeRecord {
  const record = document.nodes[name];
  if (record === undefined) throw new Error(`no ${name}`);
  return record;
}

function linesOf(name: string, given: SetUpFacts): ReturnType<typeof desiredSetUp>['stages'] {
  return desiredSetUp(node(given.document, name), given).stages;
}

describe('what a guest should be', () => {
  it('is named, and knows every node with its aliases, by address', () => {
    const before = facts(lab());
    const spec = node(before.document, 'node-2').spec;
    const given = facts(before.document, {
      specs: { ...before.lab.specs, 'node-2': { ...spec, address: '10.10.10.9', aliases: ['db', 'db-2'] } },
    });
    const stages = linesOf('meta', given);
    expect(stages.hostname.lines).toEqual(['hostname meta']);
    expect(stages.names.lines).toEqual([
      'host 10.10.10.9 node-2 db db-2',
      'host 10.10.10.10 meta',
      'host 10.10.10.11 node-1',
    ]);
    expect(stages.names.digest).not.toBe(linesOf('meta', before).names.digest);
    expect(linesOf('node-1', given).names.digest).toBe(stages.names.digest);
  });

  it('holds the control key on the control node alone; its peers accept it', () => {
    const given = facts(lab());
    expect(linesOf('meta', given).control.lines).toEqual([
      `private ${key}`,
      'peer node-1,10.10.10.11 ssh-ed25519 node-1',
      'peer node-2,10.10.10.12 ssh-ed25519 node-2',
    ]);
    expect(linesOf('node-1', given).control.lines).toEqual([`accept ${key}`]);
  });

  it('changes for the control node with the host key of a peer, and for nobody else', () => {
    const before = facts(lab());
    const after = facts(
      changeRecord('node-1' as NodeName & string, (record) => ({
        ...record,
        parts: record.parts.map((part) =>
          part.kind === 'host_key' ? { ...part, outputs: { publicKey: 'new' } } : part,
        ),
      }))(before.document),
    );
    expect(linesOf('meta', after).control.digest).not.toBe(linesOf('meta', before).control.digest);
    expect(linesOf('node-2', after)).toEqual(linesOf('node-2', before));
  });

  it('asks for a key that is still to be made while the role is on its way', () => {
    const given = facts(lab(), { control: 'node-1' as NodeName & string });
    expect(linesOf('meta', given).control.lines).toEqual(['accept to-be-made']);
    expect(linesOf('node-1', given).control.lines[0]).toBe('private to-be-made');
  });

  it('has no control key in a lab of one, and no name of a node that is being destroyed', () => {
    const one = facts(modelDocument(1));
    expect(linesOf('meta', one).control.lines).toEqual([]);
    const going = changeRecord('node-1' as NodeName & string, (record) => ({ ...record, life: 'destroying' }))(lab());
    expect(linesOf('meta', facts(going)).names.lines).toEqual(['host 10.10.10.10 meta', 'host 10.10.10.12 node-2']);
  });

  it('mounts its disks by serial', () => {
    expect(linesOf('meta', facts(lab())).disks.lines).toEqual(['disk data auto /data']);
  });
});

describe('a hash that differs from the wanted one', () => {
  const given = facts(lab());
  const meta = node(given.document, 'meta');
  const hash = (changes: object, envelope = given.lab.envelope): string =>
    hashSpec({ envelope, node: { ...meta.spec, ...changes } }, sha256);

  it.each([
    ['nothing', hash({}), true],
    ['the role', hash({ control: false }), true],
    ['the number of CPUs', hash({ cpus: 3 }), false],
    ['aliases that nobody knows of', hash({ aliases: ['x'] }), false],
    ['another subnet', hash({}, { ...given.lab.envelope, subnet: '10.9.9.0/24' }), false],
    ['what nobody can tell', 'f'.repeat(64), false],
  ])('by %s', (_what, seen, explained) => {
    expect(isExplainedHash(seen, meta, given)).toBe(explained);
  });

  it('by the default image and aliases of before, together with the role', () => {
    const specs = { ...given.lab.specs, meta: { ...meta.spec, aliases: ['new'] } };
    const later = facts(given.document, { specs, envelope: { ...given.lab.envelope, image: 'd12:stable' } });
    expect(isExplainedHash(hash({ control: false }), meta, later)).toBe(true);
    expect(isExplainedHash(hash({ control: false, rootDiskBytes: 1 }), meta, later)).toBe(false);
  });

  it('by anything, when it is the one that was recorded', () => {
    const guest = {
      instanceId: meta.uuid,
      readyAt: meta.createdAt,
      guestSpecHash: hashSpec({ envelope: given.lab.envelope, node: { ...meta.spec, cpus: 9 } }, sha256),
      stages: {},
      controlKey: null,
      warnings: [],
      repairs: [],
    };
    expect(isExplainedHash(hash({ cpus: 9 }), { ...meta, guest }, given)).toBe(true);
  });
});
