import { exitStatusOf } from '../core/failure-class.ts';
import { unreachable } from '../core/unreachable.ts';
import { type Carried } from '../ui/carry-on.ts';
import { type FailedDocument, failedDocument } from '../ui/failure-document.ts';
import { failureLines } from '../ui/failure-lines.ts';
import { harmless } from '../ui/harmless.ts';
import { harmlessPainted } from '../ui/harmless-painted.ts';
import type { Colour } from '../ui/paint.ts';
import type { CommandOutcome, FailedReport, OutputFormat } from './command.ts';
import type { Streams } from './streams.ts';
import { writeAll } from './write-all.ts';

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
      return presentStream(outcome.chunks, presentation);
    case 'result':
      await writeResult(outcome, presentation);
      return outcome.exit;
    case 'failed':
      return presentFailure(outcome, presentation);
    default:
      return unreachable(outcome);
  }
}

async function presentStream(chunks: AsyncIterable<string>, { streams }: Presentation): Promise<number> {
  for await (const chunk of chunks) {
    if (!(await writeAll(streams.stdout, harmless(chunk)))) break;
  }
  return 0;
}

async function presentFailure(outcome: Failed, presentation: Presentation): Promise<number> {
  const failed = failedDocument(outcome.failures, presentation.carried);
  const error = classOf(outcome.report, failed);
  const { streams, format } = presentation;
  const document = { ...failed, error, ...reportOf(outcome.report) };
  if (format !== 'text') await writeResult({ document, text: '' }, presentation);
  else if (outcome.report !== null) await writeResult(outcome.report, presentation);
  const lines = failureLines(failed.failures);
  await writeAll(streams.stderr, `${harmless(lines.join('\n'))}\n`);
  return presentation.failureExit ?? exitStatusOf[error];
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
): Promise<void> {
  switch (format) {
    case 'text':
      if (drawn.text !== '') await writeAll(streams.stdout, `${harmlessPainted(drawn.text, colour)}\n`);
      return;
    case 'json':
      await writeAll(streams.stdout, `${JSON.stringify(drawn.document, null, 2)}\n`);
      return;
    case 'yaml': {
      const { stringify } = await import('yaml');
      await writeAll(streams.stdout, stringify(drawn.document));
      return;
    }
    default:
      unreachable(format);
  }
}
