import type { ActionKind, ActionOf } from '../../core/plan/action.ts';
import type { Result } from '../../core/result.ts';
import type { Running } from '../../core/state/running.ts';
import type { NodeContext } from '../node-context.ts';
import type { Facts } from '../step-run.ts';
import type { RecordFacts } from '../with-running.ts';

/** What a step does to the world. It is only reachable with a value that has passed its start barrier. */
export type Effect<K extends ActionKind> = (
  context: NodeContext,
  running: Running<ActionOf<K>>,
  record: RecordFacts,
) => Promise<Result<Facts>>;
