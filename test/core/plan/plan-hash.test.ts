import { describe, expect, test } from 'vitest';
import { converged, planOf, sha256, uuidOf, wanted, wantedNode, withRecord } from './model-lab.ts';

const lab = wanted([wantedNode('meta', 10), wantedNode('node-1', 11)], { adminAddress: '10.10.10.10' });
const document = converged(lab);
const hash = planOf(lab, document).planHash;

describe('the plan hash', () => {
  test('is a SHA-256, and the same in every run', () => {
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(planOf(structuredClone(lab), structuredClone(document)).planHash).toBe(hash);
  });

  test('does not see the file itself, its order, where a host stands, or the version of the state', () => {
    const other = { kind: 'file', path: 'other.yml', sha256: sha256('with a comment') } as const;
    const moved = { ...wantedNode('node-1', 11), at: { file: 'other.yml', line: 99, column: 7 } };
    const turned = { ...lab, nodes: [moved, wantedNode('meta', 10)] };
    expect(planOf(turned, { ...document, version: 99 }, { source: other }).planHash).toBe(hash);
  });

  test.each([
    [
      'another size',
      wanted([wantedNode('meta', 10), wantedNode('node-1', 11, { spec: { cpus: 3 } })], {
        adminAddress: lab.adminAddress,
      }),
    ],
    [
      'a new port',
      wanted(
        [
          wantedNode('meta', 10),
          wantedNode('node-1', 11, { ports: [{ hostAddress: '127.0.0.1', hostPort: 1, guestPort: 2 }] }),
        ],
        { adminAddress: lab.adminAddress },
      ),
    ],
    [
      'protection',
      wanted([wantedNode('meta', 10), wantedNode('node-1', 11, { protect: true })], { adminAddress: lab.adminAddress }),
    ],
    ['another user', { ...lab, envelope: { ...lab.envelope, user: 'admin' } }],
    ['another control node', { ...lab, adminAddress: '10.10.10.11' }],
    ['a node less', { ...lab, nodes: [wantedNode('meta', 10)] }],
  ])('sees %s', (_what, edited) => {
    expect(planOf(edited, document).planHash).not.toBe(hash);
  });

  test('sees which life would be touched, and whether it runs', () => {
    expect(planOf(lab, withRecord(document, 'node-1', { uuid: uuidOf('another life') })).planHash).not.toBe(hash);
    expect(planOf(lab, withRecord(document, 'node-1', { life: 'destroyed' })).planHash).not.toBe(hash);
    expect(planOf(lab, withRecord(document, 'node-1', { parts: [] })).planHash).not.toBe(hash);
  });
});
