import { displaySize } from '../core/display-size.ts';
import { isClockOff } from '../core/guest/is-clock-off.ts';
import type { GuestAnswer, NodeStatus, StatusReport } from '../core/report/status-report.ts';
import { type Unregistered, unregisteredDiskWords, unregisteredWords } from '../core/state/unregistered.ts';
import { acceleratorLines } from './accelerator-lines.ts';
import { type Carried, carryOn } from './carry-on.ts';
import { retainedLines } from './retained-lines.ts';
import { sshAddress } from './ssh-address.ts';
import { textTable } from './text-table.ts';

/** What is recorded and what was seen, for people. */
export function statusText(report: StatusReport, carried: Carried): string {
  return [
    ...(report.note === null ? [] : [`note: ${report.note}`]),
    heading(report),
    ...nodeTable(report.nodes),
    ...acceleratorLines(report.nodes),
    ...report.nodes.flatMap((node) => remarks(node, carried)),
    ...retainedLines(report.retained),
    ...report.unregistered.map(unregisteredLine),
    ...report.unregisteredDisks.map((disk) => `unknown disk: ${unregisteredDiskWords(disk)}, in no record`),
  ].join('\n');
}

function unregisteredLine(found: Unregistered): string {
  const made = found.made === null || found.misplaced !== null ? '' : 'made by paddock, recorded nowhere: ';
  const what = found.folder === null ? 'unknown VM' : 'unknown folder';
  return `${what}: ${made}${unregisteredWords(found)}${found.made === null ? ' is in no record' : ''}`;
}

function heading({ deployment }: StatusReport): string {
  if (deployment === null) return 'no deployment yet';
  const control = deployment.control === null ? '' : `, control node ${deployment.control}`;
  return `deployment ${deployment.id}: ${deployment.subnet}, user ${deployment.user}${control}`;
}

function nodeTable(nodes: readonly NodeStatus[]): readonly string[] {
  if (nodes.length === 0) return [];
  const rows = nodes.map((node) => [
    node.name,
    node.address,
    stateOf(node),
    String(node.cpus),
    displaySize(node.memoryBytes),
    node.image,
    sshAddress(node.ssh),
    node.pid === null ? '-' : String(node.pid),
  ]);
  return textTable(['NODE', 'ADDRESS', 'STATE', 'CPUS', 'MEMORY', 'IMAGE', 'SSH', 'PID'], rows);
}

function stateOf(node: NodeStatus): string {
  return node.recorded === node.observed ? node.observed : `${node.observed} (recorded ${node.recorded})`;
}

function remarks(node: NodeStatus, carried: Carried): readonly string[] {
  const reason = node.reason === null ? [] : [`${node.name}: ${node.reason}`];
  const ports = node.ports.length === 0 ? [] : [`${node.name}: forwards ${node.ports.join(', ')}`];
  return [
    ...reason,
    ...ports,
    ...resizeLines(node, carried),
    ...guestLines(node),
    ...node.warnings.map((warning) => `warning: ${node.name}: ${warning}`),
  ];
}

function guestLines({ name, guest }: NodeStatus): readonly string[] {
  if (guest === null) return [];
  if (!guest.answers) return [`warning: ${name}: its guest does not answer: ${guest.problem ?? 'no reason known'}`];
  return [`${name}: its guest answers, ${clockWords(guest)}`];
}

function clockWords({ clockAheadSeconds, clockMoved }: GuestAnswer): string {
  const off = clockAheadSeconds ?? 0;
  if (off === 0) return 'its clock is right';
  const words = `its clock was ${String(Math.abs(off))} s ${off > 0 ? 'ahead' : 'behind'}`;
  if (clockMoved) return `${words} and was put right`;
  return isClockOff({ clockAheadSeconds: off }) ? `${words} and could not be moved` : words;
}

function resizeLines({ name, resize }: NodeStatus, carried: Carried): readonly string[] {
  if (resize === null) return [];
  return [`${name}: ${resizeWords(resize)}`, `  next: ${carryOn(resize.next, carried)}`];
}

function resizeWords({ sizes }: NonNullable<NodeStatus['resize']>): string {
  const shown = sizes.map(({ path, asked, seen }) => `${path} ${String(asked)} asked, ${String(seen)} seen`);
  // The command ended between the last change and the commit that closes it.
  const isReached = sizes.every(({ asked, seen }) => asked === seen);
  return `resize is partly applied: ${shown.join('; ')}${isReached ? '; all is there, and only the record of its end is not' : ''}`;
}
