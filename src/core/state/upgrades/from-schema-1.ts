import { isRecord } from '../shape.ts';
import type { Fields } from '../upgrade-fields.ts';

/**
 * Schema 1 is that of 0.1.0: a node has one life, made for what the deployment agrees to, no holder of the control role has
 * a key of its own, and of a guest nothing is known by stages, so that the next `up` sets it up once more.
 */
export function fromSchema1(fields: Fields): Fields {
  const deployment = isRecord(fields['deployment']) ? fields['deployment'] : null;
  return {
    ...fields,
    replacements: fields['replacements'] ?? {},
    deployment: deployment === null ? fields['deployment'] : { controlKey: null, ...deployment },
    nodes: isRecord(fields['nodes'])
      ? mapValues(fields['nodes'], (node) => withMadeFor(node, deployment))
      : fields['nodes'],
  };
}

function withMadeFor(node: unknown, deployment: Fields | null): unknown {
  if (!isRecord(node)) return node;
  const guest = isRecord(node['guest']) ? { stages: {}, controlKey: null, ...node['guest'] } : node['guest'];
  return { madeFor: madeFor(node, deployment), ...node, guest };
}

/** A destroyed node outlives its deployment; nothing is ever made from its record again, so the defaults stand for what was. */
function madeFor({ address, spec }: Fields, deployment: Fields | null): Fields {
  if (deployment !== null) return { envelope: deployment['envelope'], runtime: deployment['runtime'] };
  const subnet = `${String(address).split('.').slice(0, 3).join('.')}.0/24`;
  const image = isRecord(spec) ? spec['image'] : undefined;
  return {
    envelope: { subnet, user: 'dba', arch: 'native', image },
    runtime: { accel: 'auto', network: 'user' },
  };
}

function mapValues(table: Fields, change: (value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value)]));
}
