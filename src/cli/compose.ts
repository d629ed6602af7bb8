import type { Result } from '../core/result.ts';
import type { EnginePorts } from '../engine/engine-ports.ts';
import type { GlobalOptions, Invocation } from './command.ts';
import type { ReadingPorts } from './reading-ports.ts';
import type { Streams } from './streams.ts';

/** What the ports are built from. */
export interface World extends Pick<Invocation, 'env' | 'cwd' | 'signal'> {
  readonly global: GlobalOptions;
  readonly streams: Streams;
}

/** Builds what reading commands need; nothing here loads what starts programs. */
export function composeReading(_world: World): Promise<Result<ReadingPorts>> {
  throw new Error('not wired yet');
}

/** Builds every port. */
export function compose(_world: World): Promise<Result<EnginePorts>> {
  throw new Error('not wired yet');
}
