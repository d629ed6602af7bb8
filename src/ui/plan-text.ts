import type { Outcome, Plan, PlanNode, PlanSource } from '../core/plan/plan.ts';
import { unreachable } from '../core/unreachable.ts';
import { type Carried, carryOn } from './carry-on.ts';
import { changeWords } from '../core/plan/change-words.ts';
import { effectWords } from './effect-words.ts';
import { type Colour, type Paint, paint } from './paint.ts';
import type { PlanView } from './plan-document.ts';

export interface PlanTextView extends PlanView {
  readonly colour: Colour;
}

/** What asks most of a person comes first; what is settled comes last. */
const groups = [
  ['missing', 'red'],
  ['envelope-drift', 'red'],
  ['recreate', 'red'],
  ['resize', 'yellow'],
  ['create', 'green'],
  ['unchanged', 'faint'],
] as const satisfies readonly (readonly [Outcome, Paint])[];

/** A plan for people: grouped by outcome, with the exact next command of every node that is not settled. */
export function planText(plan: Plan, view: PlanTextView): string {
  const sections = [
    head(plan, view),
    drift(plan, view),
    ...groups.map(([outcome, style]) => group(plan, { outcome, style, view })),
    blocked(plan, view),
    [summary(plan), ...recordWords(plan, view)],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function head(plan: Plan, { probed }: PlanView): readonly string[] {
  const { subnet, user, arch } = plan.envelope;
  const answer = probed === null ? 'not probed yet' : `${probed.accelerator} (${probed.reason})`;
  const rows: readonly (readonly [string, string])[] = [
    ['desired', sourceWords(plan.source)],
    ...(plan.scope === null ? [] : [['scope', plan.scope.join(', ')] as const]),
    ['envelope', `${subnet}, user ${user}, arch ${arch}, network ${plan.runtime.network}`],
    ['control', plan.control ?? 'none'],
    ['accelerator', `${plan.runtime.accel} asked, ${answer}`],
  ];
  return rows.map(([label, value]) => `${`${label}:`.padEnd(13)}${value}`);
}

function sourceWords(source: PlanSource): string {
  switch (source.kind) {
    case 'file':
      return source.path;
    case 'stdin':
      return 'stdin';
    case 'applied':
      return 'no manifest here, so what was applied last';
    default:
      return unreachable(source);
  }
}

function drift(plan: Plan, { colour }: PlanTextView): readonly string[] {
  if (plan.drift.length === 0) return [];
  return [
    paint('the whole deployment differs', 'bold', colour),
    ...plan.drift.map((change) => `  ${changeWords(change)}`),
  ];
}

interface Group {
  readonly outcome: Outcome;
  readonly style: Paint;
  readonly view: PlanTextView;
}

function group(plan: Plan, { outcome, style, view }: Group): readonly string[] {
  const nodes = plan.nodes.filter((node) => node.outcome === outcome);
  if (nodes.length === 0) return [];
  const widths = { name: widest(plan.nodes, 'name'), address: widest(plan.nodes, 'address') };
  return [
    paint(outcome, style, view.colour),
    ...nodes.flatMap((node) => nodeLines(node, { widths, carried: view.carried })),
  ];
}

interface NodeLayout {
  readonly widths: { readonly name: number; readonly address: number };
  readonly carried: Carried;
}

function nodeLines(node: PlanNode, { widths, carried }: NodeLayout): readonly string[] {
  const title = `  ${node.name.padEnd(widths.name)}  ${node.address.padEnd(widths.address)}`;
  const details = [
    ...node.changes.map(changeWords),
    ...effectWords(node),
    ...obstacleWords(node),
    ...(node.next === null ? [] : [`next: ${carryOn(node.next, carried)}`]),
    ...(node.leaves.length === 0
      ? []
      : [`then: ${carryOn(['up', node.name], carried)}, for ${node.leaves.join(', ')}`]),
  ];
  const [first, ...rest] = details;
  if (first === undefined) return [title.trimEnd()];
  return [`${title}  ${first}`, ...rest.map((line) => `${' '.repeat(title.length)}  ${line}`)];
}

function obstacleWords({ outcome, obstacles }: PlanNode): readonly string[] {
  const command = outcome === 'create' ? 'up' : 'recreate';
  return obstacles.flatMap((each) =>
    each.kind === 'protected'
      ? [`${each.command} is refused: vm_protect is set`]
      : [`${command} is refused: the disk kept for ${each.path} ${each.problem}`, each.remedy],
  );
}

function widest(nodes: readonly PlanNode[], field: 'name' | 'address'): number {
  return Math.max(...nodes.map((node) => node[field].length));
}

function blocked(plan: Plan, { carried, colour }: PlanTextView): readonly string[] {
  if (plan.blocked.length === 0) return [];
  return [
    paint('up would be refused', 'bold', colour),
    ...plan.blocked.flatMap(({ reason, message, next }) => [
      `  ${reason}: ${message}`,
      ...next.map((command) => `    next: ${carryOn(command, carried)}`),
    ]),
  ];
}

function summary(plan: Plan): string {
  if (plan.nodes.every((node) => node.settled)) return 'nothing to do';
  const counts = groups
    .map(([outcome]) => ({ outcome, count: plan.nodes.filter((node) => node.outcome === outcome).length }))
    .filter(({ count }) => count > 0);
  return counts.map(({ outcome, count }) => `${String(count)} ${outcome}`).join(', ');
}

/** A plan looks at no VM: where nothing is left to do, one that the record says runs may still be gone. */
function recordWords({ nodes }: Plan, { carried }: PlanTextView): readonly string[] {
  const running = nodes.filter(({ committed, effects }) => committed !== null && !effects.starts);
  if (running.length === 0 || nodes.some((node) => !node.settled)) return [];
  const them = running.length === 1 ? 'the VM that it says runs' : `the ${String(running.length)} VMs that it says run`;
  return [`that is by the record; ${carryOn(['status'], carried)} looks at ${them}`];
}
