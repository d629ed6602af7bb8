import type { Failure } from './failure.ts';
import type { NodeName, Uuid } from './names.ts';
import type { ActionKind } from './plan/action.ts';
import type { StepState } from './state/part.ts';

/** Everything that can be reported while working. Views draw it; nothing decides by it. */
export type Event =
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'warning'; readonly node: NodeName | null; readonly text: string }
  /** Sent when something takes longer than a second, with what it waits for. */
  | { readonly kind: 'waiting'; readonly node: NodeName | null; readonly what: string; readonly limitMs: number }
  /** A check that a command makes before it changes anything; its failures come again with the command's own. */
  | { readonly kind: 'checked'; readonly name: string; readonly needs: string; readonly failures: readonly Failure[] }
  | {
      readonly kind: 'operation_opened';
      readonly operationId: Uuid;
      readonly command: string;
      readonly nodes: readonly NodeName[];
    }
  | {
      readonly kind: 'step_changed';
      readonly node: NodeName;
      readonly action: ActionKind;
      readonly disk: string | null;
      readonly state: StepState;
    }
  | {
      readonly kind: 'node_finished';
      readonly node: NodeName;
      readonly result:
        | 'ready'
        | 'running'
        | 'stopped'
        | 'resized'
        | 'destroyed'
        | 'unchanged'
        | 'error'
        | 'not_started';
      readonly detail: string | null;
    }
  | { readonly kind: 'node_failed'; readonly node: NodeName; readonly failure: Failure }
  | { readonly kind: 'operation_closed'; readonly operationId: Uuid; readonly status: string };
