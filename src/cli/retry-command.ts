import type { NextCommand } from '../core/failure-class.ts';
import type { OperationReport } from '../core/report/operation-report.ts';
import type { Invocation } from './command.ts';

/** Options that say what a command does. A confirmation and a reviewed hash hold for one run, so they are not repeated. */
const meaning = {
  force: '--force',
  restart: '--restart',
  rollback: '--rollback',
  deletePersistent: '--delete-persistent',
  purge: '--purge',
} as const;

/** These are for the whole deployment and take no names. */
const wholeOnly: readonly string[] = ['--delete-persistent', '--purge'];

/** The command that goes on with what an operation did not finish, and with nothing else; null when it finished. */
export function retryCommand(
  command: string,
  report: OperationReport,
  { arguments: named, options }: Pick<Invocation, 'arguments' | 'options'>,
): NextCommand | null {
  if (report.status === 'complete') return null;
  const flags = Object.entries(meaning).flatMap(([name, flag]) => (options[name] === true ? [flag] : []));
  const words = [...command.split(' '), ...flags, ...(options['wait'] === false ? ['--no-wait'] : [])];
  if (command === 'purge' || flags.some((flag) => wholeOnly.includes(flag))) return words;
  const open = unfinishedNodes(report);
  const whole = options['all'] === true ? ['--all'] : named;
  return [...words, ...(open.length === 0 || open.length === report.nodes.length ? whole : open)];
}

/** In the order of the report. */
function unfinishedNodes({ nodes, failures }: OperationReport): readonly string[] {
  const failed = new Set<string | null>(failures.map(({ node }) => node));
  return nodes
    .filter(({ name, state }) => state === 'error' || state === 'pending' || failed.has(name))
    .map(({ name }) => name);
}
