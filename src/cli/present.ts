import { type Failure, failure } from '../core/failure.ts';
import { exitStatusOf } from '../core/failure-class.ts';
import { unreachable } from '../core/unreachable.ts';
import { type Carried } from '../ui/carry-on.ts';
import { type FailedDocument, failedDocument } from '../ui/failure-document.ts';
import { failureLines } from '../ui/failure-lines.ts';
import { harmless } from '../ui/harmless.ts';
import { harmlessPainted } from '../ui/harmless-painted.ts';
import { jsonText } from '../ui/json-text.ts';
import type { Colour } from '../ui/paint.ts';
import type { CommandOutcome, FailedReport, OutputFormat } from './command.ts';
import type { Streams } from './streams.ts';
import { type WriteEnd, writeAll } from './write-all.ts';

export interface Presentation {
  readonly format: OutputFormat;
  readonly streams: Streams;
  readonly carried: Carried;
  readonly colour: Colour;
  /** Exit status for failures where the command has one of its own, else null. */
  readonly failureExit: number | null;
}

type Failed = Extract<CommandOutcome, { readonly kind: 'failed' }>;

/**
 * Draws the outcome of a command, once, and returns the exit status. The only writer of results and failures: in
 * structured modes stdout gets exactly one document, success and failure alike.
 */
export async function present(outcome: CommandOutcome, presentation: Presentation): Promise<number> {
  switch (outcome.kind) {
    case 'passed_through':
      return outcome.exit;
    case 'stream':
      return presentStream(outcome, presentation);
    case 'result':
      return settle(await writeResult(outcome, presentation), outcome.exit, presentation);
    case 'failed':
      return presentFailure(outcome, presentation);
    default:
      return unreachable(outcome);
  }
}

type Stream = Extract<CommandOutcome, { readonly kind: 'stream' }>;

async function presentStream({ pieces, end }: Stream, presentation: Presentation): Promise<number> {
  let lost: WriteEnd = 'written';
  const { stdout } = presentation.streams;
  // What is at work goes on when its reader has gone; what only follows ends with it.
  for await (const { to, text } of end === undefined ? await followed(pieces, stdout) : pieces) {
    const written = await writeAll(presentation.streams[to], harmless(text));
    if (written === 'written') continue;
    if (end === undefined) return settle(written, 0, presentation);
    // What is at work goes on to its end, as it does when its output was read.
    if (written !== 'unread') lost = written;
  }
  return settle(lost, end === undefined ? 0 : await present(await end(), presentation), presentation);
}

/** Loaded only where something is followed: watching a reader needs node's child processes, which cost start-up time. */
async function followed(pieces: Stream['pieces'], stdout: Streams['stdout']): Promise<Stream['pieces']> {
  const { whileRead } = await import('./while-read.ts');
  return whileRead(pieces, stdout);
}

/** A result that was lost is a failure of its own; `exit` is what the command came to otherwise. */
async function settle(end: WriteEnd, exit: number, presentation: Presentation): Promise<number> {
  if (typeof end === 'string') return exit;
  const lost = failedDocument(lostOutput(end), presentation.carried);
  await writeFailures(lost, presentation);
  return presentation.failureExit ?? exitStatusOf[lost.error];
}

function lostOutput(end: WriteEnd): readonly Failure[] {
  return typeof end === 'string' ? [] : [failure('output_failed', { code: end.lost })];
}

async function writeFailures(
  { failures, next }: Pick<FailedDocument, 'failures' | 'next'>,
  { streams }: Presentation,
): Promise<void> {
  await writeAll(streams.stderr, `${harmless(failureLines(failures, next).join('\n'))}\n`);
}

async function presentFailure(outcome: Failed, presentation: Presentation): Promise<number> {
  const failed = failedDocument(outcome.failures, presentation.carried);
  const error = classOf(outcome.report, failed);
  const retry = outcome.report?.retry ?? null;
  const next = [...new Set([...failed.next, ...(retry === null ? [] : [retry])])];
  const document = { ...failed, error, next, ...reportOf(outcome.report) };
  const end = await writeResult({ document, text: outcome.report?.text ?? '' }, presentation);
  const { failures } = failedDocument([...outcome.failures, ...lostOutput(end)], presentation.carried);
  await writeFailures({ failures, next }, presentation);
  return outcome.exit ?? presentation.failureExit ?? exitStatusOf[error];
}

/** The outcome of an operation outranks the classes of its failures where it says more than they do. */
function classOf(report: FailedReport | null, failed: FailedDocument): FailedDocument['error'] {
  return report === null || report.status === 'error' ? failed.error : report.status;
}

/** The report's own `failures` say which node and stage, so they win; its `nodes` are whole reports, not names. */
function reportOf(report: FailedReport | null): object {
  return report !== null && typeof report.document === 'object' && report.document !== null ? report.document : {};
}

async function writeResult(
  drawn: { readonly document: unknown; readonly text: string },
  { format, streams, colour }: Presentation,
): Promise<WriteEnd> {
  switch (format) {
    case 'text':
      return drawn.text === '' ? 'written' : writeAll(streams.stdout, `${harmlessPainted(drawn.text, colour)}\n`);
    case 'json':
      return writeAll(streams.stdout, jsonText(drawn.document));
    case 'yaml': {
      const { yamlText } = await import('../ui/yaml-text.ts');
      return writeAll(streams.stdout, yamlText(drawn.document));
    }
    default:
      return unreachable(format);
  }
}
