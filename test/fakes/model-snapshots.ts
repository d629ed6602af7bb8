import { fail, ok, type Result } from '../../src/core/result.ts';
import type { Instant } from '../../src/core/names.ts';
import type { ImageFacts } from '../../src/core/qemu/image-facts.ts';
import type { Hypervisor } from '../../src/ports/hypervisor.ts';
import { enact, type ModelHost } from './model-host.ts';

const takenAt = '2026-01-01T00:00:00.000Z' as Instant;

/** Snapshots of a model's images: names and times, and the size that a restore would bring back if nothing grew it again. */
export function modelSnapshots(
  host: ModelHost,
): Pick<Hypervisor, 'takeSnapshot' | 'restoreSnapshot' | 'deleteSnapshot' | 'exportImage'> {
  const change = (effect: string, file: string, to: (facts: ImageFacts) => ImageFacts): Result<ImageFacts> => {
    const failures = enact(host, effect);
    if (failures !== null) return fail(...failures);
    const facts = to(JSON.parse(host.files.get(file) ?? '') as ImageFacts);
    host.files.set(file, JSON.stringify(facts));
    return ok(facts);
  };
  const done = (changed: Result<ImageFacts>): Promise<Result<void>> =>
    Promise.resolve(changed.ok ? ok(undefined) : changed);
  return {
    takeSnapshot: (_running, { file, snapshot }) =>
      done(
        change(`snapshot ${snapshot}`, file, (facts) => ({
          ...facts,
          snapshots: [...facts.snapshots, { name: snapshot, takenAt }],
        })),
      ),
    restoreSnapshot: (running, file) =>
      Promise.resolve(
        change(`restore ${running.snapshot}`, file, (facts) => ({ ...facts, virtualSizeBytes: running.sizeBytes })),
      ),
    deleteSnapshot: (running, { file }) =>
      done(
        change(`unsnapshot ${running.snapshot}`, file, (facts) => ({
          ...facts,
          snapshots: facts.snapshots.filter(({ name }) => name !== running.snapshot),
        })),
      ),
    exportImage: ({ file, to }) => {
      if (host.files.has(to)) return Promise.resolve(fail({ reason: 'export_exists', path: to } as const));
      host.files.set(to, host.files.get(file) ?? '');
      return Promise.resolve(ok(undefined));
    },
  };
}
