import { homedir } from 'node:os';
import { join } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { createIdentifiers } from '../host/identifiers.ts';
import { manifestFiles } from '../host/manifest-files.ts';
import { createProcesses } from '../host/processes.ts';
import { createStateStore } from '../host/state-store.ts';
import type { CliPorts, GlobalOptions, Invocation } from './command.ts';
import type { EventView } from './event-view.ts';
import { places } from './places.ts';
import type { ReadingPorts } from './reading-ports.ts';
import type { Streams } from './streams.ts';
import { version } from './version.ts';

/** What the ports are built from. */
export interface World extends Pick<Invocation, 'env' | 'cwd' | 'signal'> {
  readonly global: GlobalOptions;
  readonly streams: Streams;
  readonly view: () => Promise<EventView>;
}

/** Builds what reading commands need; nothing here loads what starts programs. */
export function composeReading(world: World): Promise<Result<ReadingPorts>> {
  const where = placesOf(world);
  if (!where.ok) return Promise.resolve(where);
  const identifiers = createIdentifiers();
  const layout = { absolute: (relative: string) => join(where.value.home, relative) };
  return Promise.resolve(
    ok({
      identifiers,
      manifests: manifestFiles(world.streams.stdin),
      store: createStateStore({ layout, version, identifiers, processes: createProcesses() }),
      rememberedAccelerator: () => Promise.resolve(null),
    }),
  );
}

/** Builds every port. */
export function compose(_world: World): Promise<Result<CliPorts>> {
  return Promise.resolve(fail(failure('command_not_available', { command: 'this command' })));
}

function placesOf(world: World) {
  return places({ ...world, userHome: homedir(), uid: process.getuid?.() ?? 0 });
}
