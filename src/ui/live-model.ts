import { describeFailure } from '../core/failure-text.ts';
import type { Event } from '../core/event.ts';
import { actionWords } from './action-words.ts';
import { subjectWord } from './subject-word.ts';

/** What the live view shows; a pure fold over events. */
export interface LiveModel {
  readonly title: string;
  readonly rows: readonly LiveRow[];
  /** The last few remarks that belong to no row. */
  readonly remarks: readonly string[];
}

export interface LiveRow {
  readonly node: string;
  readonly stage: string;
  /** Monotonic milliseconds: when the node was first heard of, and when it was done. */
  readonly startedMs: number;
  readonly endedMs: number | null;
  readonly result: 'working' | 'good' | 'bad';
}

export const emptyLiveModel: LiveModel = { title: '', rows: [], remarks: [] };

const remarksKept = 4;

/** The model after one more event, seen at `atMs`. */
export function nextLiveModel(model: LiveModel, event: Event, atMs: number): LiveModel {
  switch (event.kind) {
    case 'note':
      return remark(model, event.text);
    case 'warning':
      return remark(model, `warning: ${event.node === null ? '' : `${subjectWord(event.node)}: `}${event.text}`);
    case 'waiting':
      if (event.node === null) return remark(model, `waiting for ${event.what}`);
      return change(model, { node: event.node, atMs, stage: `waiting for ${event.what}` });
    case 'operation_opened':
      return event.nodes.reduce((next, node) => change(next, { node, atMs, stage: 'waiting for its turn' }), {
        ...model,
        title: event.command,
      });
    case 'step_changed':
      if (event.state !== 'running') return model;
      return change(model, { node: event.node, atMs, stage: actionWords[event.action] });
    case 'node_finished':
      return change(model, {
        node: event.node,
        atMs,
        stage: `${event.result.replaceAll('_', ' ')}${event.detail === null ? '' : ` (${event.detail})`}`,
        result: event.result === 'error' || event.result === 'not_started' ? 'bad' : 'good',
      });
    case 'node_failed':
      return change(model, { node: event.node, atMs, stage: describeFailure(event.failure).message, result: 'bad' });
    case 'checked':
    case 'operation_closed':
      return model;
  }
}

function remark(model: LiveModel, text: string): LiveModel {
  return { ...model, remarks: [...model.remarks, text].slice(-remarksKept) };
}

interface RowChange {
  readonly node: string;
  readonly atMs: number;
  readonly stage: string;
  readonly result?: 'good' | 'bad';
}

function change(model: LiveModel, { node: about, atMs, stage, result }: RowChange): LiveModel {
  const node = subjectWord(about);
  const before = model.rows.find((row) => row.node === node);
  const row: LiveRow = {
    node,
    stage,
    startedMs: before?.startedMs ?? atMs,
    endedMs: result === undefined ? null : atMs,
    result: result ?? 'working',
  };
  const rows =
    before === undefined ? [...model.rows, row] : model.rows.map((each) => (each.node === node ? row : each));
  return { ...model, rows };
}
