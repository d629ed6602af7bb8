import type { CliFailures } from './failure/cli.ts';
import type { DiskFailures } from './failure/disk.ts';
import type { EngineFailures } from './failure/engine.ts';
import type { GuestFailures } from './failure/guest.ts';
import type { HostFailures } from './failure/host.ts';
import type { ImageFailures } from './failure/image.ts';
import type { ManifestFailures } from './failure/manifest.ts';
import type { PlanFailures } from './failure/plan.ts';
import type { QemuFailures } from './failure/qemu.ts';
import type { ResizeFailures } from './failure/resize.ts';
import type { StateFailures } from './failure/state.ts';

/** Every failure that can be expected, as data; one interface for each stage of the flow. The words stand in failure-text.ts. */
export interface FailureFields
  extends ManifestFailures,
    PlanFailures,
    StateFailures,
    HostFailures,
    QemuFailures,
    ImageFailures,
    GuestFailures,
    EngineFailures,
    DiskFailures,
    ResizeFailures,
    CliFailures {}

export type Reason = keyof FailureFields;

export type FailureOf<R extends Reason> = { readonly reason: R } & FailureFields[R];

/** Set where a failure came before anything was changed, though its kind as such says otherwise. */
interface FailureMark {
  readonly left?: 'nothing';
}

export type Failure = { readonly [R in Reason]: FailureOf<R> & FailureMark }[Reason];

/** One failure of a known kind; the compiler checks that the fields belong to the reason. */
export function failure<R extends Reason>(reason: R, fields: FailureFields[R]): FailureOf<R> {
  return { reason, ...fields };
}
