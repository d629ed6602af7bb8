import * as fc from 'fast-check';
import type { ResolvedDeployment, ResolvedNode } from '../../../src/core/manifest/resolved-deployment.ts';
import type { NodeRecord, StateDocument } from '../../../src/core/state/document.ts';
import type { Part, PartState } from '../../../src/core/state/part.ts';
import { converged, dataDisk, wanted, wantedNode, withRecord } from './model-lab.ts';

const gib = 2 ** 30;
const octets = [9, 10, 11, 12, 13, 14];

const disks = fc.constantFrom(
  [],
  [dataDisk],
  [{ ...dataDisk, sizeBytes: 256 * gib }],
  [{ ...dataDisk, persistent: true }],
  [dataDisk, { ...dataDisk, id: 'pg', path: '/pg', persistent: true }],
);

/** A node of one of a few names and shapes, so that two labs often share and often differ. */
function node(name: string, octet: number): fc.Arbitrary<ResolvedNode> {
  const spec = fc.record({
    cpus: fc.constantFrom(1, 2, 4),
    memoryBytes: fc.constantFrom(256 * 2 ** 20, 4 * gib, 8 * gib),
    rootDiskBytes: fc.constantFrom(32 * gib, 64 * gib),
    image: fc.constantFrom('local-mini', 'local-mini', 'local-b'),
    disks,
  });
  return spec.map((change) => wantedNode(name, octet, { spec: change }));
}

/** A manifest of one to five nodes at distinct addresses, which may be another's of another manifest. */
export const arbitraryLab: fc.Arbitrary<ResolvedDeployment> = fc
  .record({
    names: fc.shuffledSubarray(['meta', 'node-1', 'node-2', 'node-3', 'node-4'], { minLength: 1 }),
    places: fc.shuffledSubarray(octets, { minLength: octets.length }),
    keepPlaces: fc.constantFrom(true, true, false),
    user: fc.constantFrom('dba', 'dba', 'dba', 'admin'),
    accel: fc.constantFrom('auto' as const, 'auto' as const, 'tcg' as const),
    admin: fc.boolean(),
    // Each alias stands at one node of a lab, and at another, or at none, of the next; some are names of nodes that are not in it.
    aliases: fc.dictionary(fc.constantFrom('db', 'web', 'node-3', 'node-4'), fc.nat({ max: 4 }), { maxKeys: 3 }),
  })
  .chain(({ names, places, keepPlaces, user, accel, admin, aliases }) => {
    const octetOf = (name: string, index: number): number =>
      (keepPlaces ? 10 + Number(name.at(-1) ?? 0) : places[index]) ?? 9;
    const nodes = names.map((name, index) =>
      node(name, name === 'meta' ? octetOf('node-0', index) : octetOf(name, index)),
    );
    const aliasesOf = (index: number): readonly string[] =>
      Object.keys(aliases)
        .filter((alias) => aliases[alias] === index && !names.includes(alias))
        .sort();
    return fc.tuple(...nodes).map((bare) => {
      const made = bare.map((each, index) => ({ ...each, spec: { ...each.spec, aliases: aliasesOf(index) } }));
      const envelope = { subnet: '10.10.10.0/24', user, arch: 'native' as const, image: 'local-mini' };
      const adminAddress = admin ? (made[0]?.spec.address ?? null) : null;
      return wanted(made, { envelope, runtime: { accel, network: 'user' }, adminAddress });
    });
  });

/** The commit that completes the start of a VM is the one that ends the creation of its node. */
function stateOf({ kind, state }: Part, drawn: PartState | undefined, life: NodeRecord['life']): PartState {
  if (drawn === undefined) return state;
  return life === 'creating' && kind === 'vm' && drawn === 'complete' ? 'running' : drawn;
}

const partStates: readonly PartState[] = ['pending', 'claimed', 'running', 'complete', 'error', 'lost', 'destroyed'];

/** A document in which some lives were begun, some are being ended, some are over, and parts are in any state. */
export function arbitraryDocument(lab: ResolvedDeployment): fc.Arbitrary<StateDocument> {
  const life = fc.constantFrom(
    'committed' as const,
    'committed' as const,
    'creating' as const,
    'destroying' as const,
    'destroyed' as const,
  );
  const lives = fc.array(
    fc.record({ life, states: fc.array(fc.constantFrom(...partStates), { minLength: 9, maxLength: 9 }) }),
    {
      minLength: lab.nodes.length,
      maxLength: lab.nodes.length,
    },
  );
  return lives.map((each) =>
    lab.nodes.reduce((document, { spec }, index) => {
      const record = document.nodes[spec.name];
      const { life: own = 'committed', states = [] } = each[index] ?? {};
      const parts = record?.parts.map((part, place) => ({ ...part, state: stateOf(part, states[place], own) })) ?? [];
      return withRecord(document, spec.name, { life: own, parts });
    }, converged(lab)),
  );
}
