import { type Failure, failure } from '../../failure.ts';
import type { NodeName } from '../../names.ts';
import type { Position } from '../../position.ts';
import { isNodeName, nodeNameRule } from '../read/node-name.ts';
import type { Inherited } from './inherit.ts';

export interface NamedHost {
  /** Always a valid name, so that the rest can be checked; `settled` says whether the manifest gives it. */
  readonly name: NodeName;
  readonly settled: boolean;
  readonly at: Position;
}

/** The name of a host: `nodename`, else `<pg_cluster>-<pg_seq>`, else `node-<last octet>`. */
export function nameHost(
  host: { readonly address: string; readonly at: Position },
  vars: Inherited,
  report: (failure: Failure) => void,
): NamedHost {
  const fallback = `node-${host.address.slice(host.address.lastIndexOf('.') + 1)}` as NodeName;
  const own = vars.get('nodename');
  if (own !== undefined) {
    vars.checkConflict('nodename', host.address);
    return { name: own.value ?? fallback, settled: own.value !== undefined, at: own.at };
  }
  const [cluster, seq] = [vars.get('pg_cluster'), vars.get('pg_seq')];
  if (cluster === undefined || seq === undefined) return { name: fallback, settled: true, at: host.at };
  vars.checkConflict('pg_cluster', host.address);
  vars.checkConflict('pg_seq', host.address);
  const made = `${cluster.value ?? ''}-${seq.value ?? ''}`;
  if (isNodeName(made) && !made.endsWith('-')) return { name: made, settled: true, at: seq.at };
  const rule = `without nodename this is the name, and ${nodeNameRule(made)}; set nodename`;
  report(
    failure('bad_node_name', { at: seq.at, subject: host.address, variable: 'pg_cluster-pg_seq', shown: made, rule }),
  );
  return { name: fallback, settled: false, at: seq.at };
}
