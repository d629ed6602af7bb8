import { type Failure, failure } from '../../core/failure.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { NodeRecord, RecordedEvent } from '../../core/state/document.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import { recordedEventLines } from '../../ui/recorded-event-lines.ts';
import type { CliPorts, Command, CommandOutcome, Invocation, Piece } from '../command.ts';
import { textOption } from '../text-option.ts';

const sources = ['serial', 'qemu', 'events'] as const;
const defaultLines = 100;
const mostLines = 100_000;

interface Wanted {
  readonly node: string | null;
  readonly source: (typeof sources)[number];
  readonly lines: number;
  readonly follow: boolean;
}

export const logsCommand: Command = {
  name: 'logs',
  summary: 'show what a node wrote to its console, what QEMU said, or what happened',
  arguments: [{ name: 'node', required: false, variadic: false, description: 'name of the node; events need none' }],
  options: [
    { flags: '--source <source>', description: `one of ${sources.join(', ')} (default: serial)` },
    { flags: '--lines <number>', description: `how many lines from the end (default: ${String(defaultLines)})` },
    { flags: '--follow', description: 'keep showing what is added; Ctrl-C ends it' },
  ],
  examples: ['paddock logs meta', 'paddock logs meta --follow', 'paddock logs --source events --follow'],
  async run(invocation) {
    const wanted = wantedOf(invocation);
    if (!wanted.ok) return failed(wanted.failures);
    const ports = await invocation.ports();
    if (!ports.ok) return failed(ports.failures);
    if (wanted.value.source === 'events') return events(ports.value, wanted.value, invocation.signal);
    const { findNode } = await import('../../engine/find-node.ts');
    const found = await findNode(ports.value, { node: wanted.value.node ?? '', command: 'logs' });
    if (!found.ok) return failed(found.failures);
    return fileLog(ports.value, { wanted: wanted.value, record: found.value.record, signal: invocation.signal });
  },
};

function wantedOf(invocation: Invocation): Result<Wanted> {
  const typed = textOption(invocation, 'source') ?? 'serial';
  const source = sources.find((each) => each === typed);
  const lines = Number(textOption(invocation, 'lines') ?? defaultLines);
  const node = invocation.arguments[0] ?? null;
  const follow = invocation.options['follow'] === true;
  if (source === undefined) return wrong(`--source ${typed}: there are ${sources.join(', ')}`);
  if (!Number.isInteger(lines) || lines < 0 || lines > mostLines) {
    return wrong(
      `--lines ${String(textOption(invocation, 'lines'))}: a whole number up to ${String(mostLines)}, for example 200`,
    );
  }
  if (node === null && source !== 'events') return wrong(`the ${source} log is one of a node: name it`);
  if (follow && invocation.global.format !== 'text') return wrong('--follow never ends, so it cannot be one document');
  return ok({ node, source, lines, follow });
}

async function events(ports: CliPorts, { node, lines, follow }: Wanted, signal: AbortSignal): Promise<CommandOutcome> {
  const [{ readDocument }, { concerns, followEvents }, { requireRegistered }] = await Promise.all([
    import('../../engine/read-document.ts'),
    import('../../engine/follow-events.ts'),
    import('../../engine/unregistered-nodes.ts'),
  ]);
  const read = await readDocument(ports);
  if (!read.ok) return failed(read.failures);
  const { document, note } = read.value;
  if (note !== null) ports.events.emit({ kind: 'note', text: note });
  if (document === null) {
    const registered = await requireRegistered(ports, null, 'all');
    if (!registered.ok) return failed(registered.failures);
  }
  const seen = document?.events ?? [];
  const all = seen.filter((event) => concerns(event, { node }));
  const kept = lines === 0 ? [] : all.slice(-lines);
  if (follow) {
    const added = followEvents(ports, { node, seen, signal });
    return { kind: 'stream', pieces: eventPieces(kept, added) };
  }
  return { kind: 'result', exit: 0, document: { events: kept }, text: recordedEventLines(kept).join('\n') };
}

async function* eventPieces(
  first: readonly RecordedEvent[],
  added: AsyncIterable<readonly RecordedEvent[]>,
): AsyncGenerator<Piece> {
  if (first.length > 0) yield eventPiece(first);
  for await (const events of added) yield eventPiece(events);
}

function eventPiece(events: readonly RecordedEvent[]): Piece {
  return { to: 'stdout', text: `${recordedEventLines(events).join('\n')}\n` };
}

interface FileLog {
  readonly wanted: Wanted;
  readonly record: NodeRecord;
  readonly signal: AbortSignal;
}

async function fileLog(ports: CliPorts, { wanted, record, signal }: FileLog): Promise<CommandOutcome> {
  const folder = record.folder;
  const path = ports.layout.absolute(
    wanted.source === 'serial' ? homePaths.serialLog(folder) : homePaths.qemuLog(folder),
  );
  const tail = await ports.logs.tail(path, wanted.lines);
  if (!tail.ok) return failed(tail.failures);
  if (tail.value === null) return failed([failure('log_absent', { node: record.name, source: wanted.source })]);
  if (wanted.follow)
    return { kind: 'stream', pieces: asLines(ports.logs.follow(path, { lines: wanted.lines, signal })) };
  const text = withoutReturns(tail.value).replace(/\n$/, '');
  return {
    kind: 'result',
    exit: 0,
    document: { node: record.name, source: wanted.source, lines: text.split('\n') },
    text,
  };
}

async function* asLines(chunks: AsyncIterable<string>): AsyncGenerator<Piece> {
  for await (const chunk of chunks) yield { to: 'stdout', text: withoutReturns(chunk) };
}

/** A serial console ends its lines as a terminal does. */
function withoutReturns(text: string): string {
  return text.replaceAll('\r', '');
}

function failed(failures: readonly Failure[]): CommandOutcome {
  return { kind: 'failed', failures, report: null };
}

function wrong(problem: string) {
  return fail(failure('usage_error', { problem }));
}
