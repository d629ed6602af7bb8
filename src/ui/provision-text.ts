import type { ProvisionReport } from '../core/report/provision-report.ts';
import { textTable } from './text-table.ts';

/** How a script ended in each node, for people; what it wrote they have seen. */
export function provisionText({ nodes, status }: ProvisionReport): string {
  const rows = nodes.map((node) => [node.name, endOf(node)]);
  return [...textTable(['NODE', 'SCRIPT'], rows), `provision ${status}`].join('\n');
}

function endOf({ exitStatus, timedOut }: ProvisionReport['nodes'][number]): string {
  if (timedOut) return 'timed out';
  return exitStatus === null ? 'did not end' : `exit ${String(exitStatus)}`;
}
