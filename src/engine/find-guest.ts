import { failure } from '../core/failure.ts';
import { selectNodes } from '../core/plan/select-nodes.ts';
import { fail, type Result } from '../core/result.ts';
import type { GuestTarget } from '../ports/guest.ts';
import type { EnginePorts } from './engine-ports.ts';
import { guestTarget } from './guest-target.ts';
import { readDocument } from './read-document.ts';
import { vmTarget } from './vm-target.ts';

/**
 * How to reach one node for `ssh`, `exec` and the like. Takes no lock. `vm_not_running` when its VM is proven not to
 * run; where that cannot be told the connection itself is the better answer.
 */
export async function findGuest(
  ports: EnginePorts,
  query: { readonly node: string; readonly command: string },
): Promise<Result<GuestTarget>> {
  const read = await readDocument(ports);
  if (!read.ok) return read;
  const { document } = read.value;
  const deployment = document?.deployment ?? null;
  if (document === null || deployment === null) return fail(failure('no_deployment', { command: query.command }));
  const living = Object.values(document.nodes).filter((node) => node.life !== 'destroyed');
  const chosen = selectNodes([query.node], { nodes: living, skipped: [] });
  if (!chosen.ok) return chosen;
  const record = living.find((node) => node.name === query.node);
  if (record === undefined) throw new Error(`selected node ${query.node} has no record`);
  const evidence = await ports.hypervisor.observe(vmTarget(ports.layout, record));
  if (evidence.kind === 'not_running') return fail(failure('vm_not_running', { node: record.name }));
  return guestTarget(deployment, record);
}
