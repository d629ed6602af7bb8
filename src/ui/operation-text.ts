import type { NodeReport, OperationReport } from '../core/report/operation-report.ts';
import { acceleratorLines } from './accelerator-lines.ts';
import { retainedLines } from './retained-lines.ts';
import { sshAddress } from './ssh-address.ts';
import { textTable } from './text-table.ts';

/** What a mutating command did, for people: a row for each node, then what there is to know, then one closing line. */
export function operationText(command: string, report: OperationReport): string {
  const rows = report.nodes.map((node) => [
    node.name,
    node.state === 'pending' ? '-' : wordFor(node.action),
    node.state,
    readiness(node),
    node.address,
    sshAddress(node.ssh),
  ]);
  const table = rows.length === 0 ? [] : textTable(['NODE', 'ACTION', 'STATE', 'READY', 'ADDRESS', 'SSH'], rows);
  return [
    ...table,
    ...acceleratorLines(report.nodes),
    ...report.nodes.flatMap((node) => node.warnings.map((warning) => `warning: ${node.name}: ${warning}`)),
    ...report.nodes.flatMap((node) => node.repairs.map((repair) => `repaired: ${node.name}: ${repair}`)),
    ...retainedLines(report.retained),
    closing(command, report),
  ].join('\n');
}

function readiness(node: NodeReport): string {
  if (node.state !== 'running') return '-';
  return node.ready ? 'yes' : 'no';
}

function closing(command: string, report: OperationReport): string {
  if (report.operationId === null && report.status === 'complete') return `${command}: nothing to do`;
  const counts = new Map<string, number>();
  for (const node of report.nodes) {
    const what = node.state === 'error' || node.state === 'pending' ? node.state : wordFor(node.action);
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  const parts = [...counts].map(([what, count]) => `${String(count)} ${what}`);
  return [`${command} ${report.status}`, parts.join(', ')].filter((part) => part !== '').join(': ');
}

function wordFor(action: NodeReport['action']): string {
  return action === 'none' ? 'unchanged' : action.replace('_', ' ');
}
