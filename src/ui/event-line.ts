import { describeFailure } from '../core/failure-text.ts';
import type { Event } from '../core/event.ts';
import { unreachable } from '../core/unreachable.ts';
import { actionWords } from './action-words.ts';
import { subjectWord } from './subject-word.ts';

/** One event as one line for a log or a dumb terminal; null for what only `-v` wants to know. */
export function eventLine(event: Event, detail: 'normal' | 'verbose'): string | null {
  switch (event.kind) {
    case 'note':
      return event.text;
    case 'warning':
      return `warning: ${prefix(event.node)}${event.text}`;
    case 'waiting':
      return `${prefix(event.node)}waiting for ${event.what} (at most ${seconds(event.limitMs)})`;
    case 'checked':
      return detail === 'verbose' ? checkLine(event) : null;
    case 'operation_opened':
      return `${event.command}${event.nodes.length === 0 ? '' : `: ${event.nodes.join(', ')}`} (operation ${event.operationId})`;
    case 'step_changed':
      return stepLine(event, detail);
    case 'node_finished':
      return `${subjectWord(event.node)}: ${event.result.replaceAll('_', ' ')}${event.detail === null ? '' : ` (${event.detail})`}`;
    case 'node_failed':
      return `${subjectWord(event.node)}: error: ${describeFailure(event.failure).message}`;
    case 'operation_closed':
      return detail === 'verbose' ? `operation ${event.operationId}: ${event.status}` : null;
    default:
      return unreachable(event);
  }
}

function checkLine({ name, needs, failures }: Extract<Event, { readonly kind: 'checked' }>): string {
  const seen = failures.map((each) => describeFailure(each).message);
  return `checked ${name} (needs ${needs}): ${seen.length === 0 ? 'right' : seen.join('; ')}`;
}

type StepChanged = Extract<Event, { readonly kind: 'step_changed' }>;

function stepLine(event: StepChanged, detail: 'normal' | 'verbose'): string | null {
  const words = `${subjectWord(event.node)}: ${actionWords[event.action]}${event.disk === null ? '' : ` (${event.disk})`}`;
  if (event.state === 'running') return words;
  return detail === 'verbose' ? `${words}: ${event.state}` : null;
}

function prefix(node: string | null): string {
  return node === null ? '' : `${subjectWord(node)}: `;
}

function seconds(ms: number): string {
  return ms < 120_000 ? `${String(Math.round(ms / 1000))} s` : `${String(Math.round(ms / 60_000))} min`;
}
