import type { Result } from '../../core/result.ts';
import type { HostPackages } from '../../ports/host-packages.ts';
import type { EnginePorts } from '../engine-ports.ts';

export interface DoctorPorts extends EnginePorts {
  readonly packages: HostPackages;
}

/** One read-only look at the host, for every lab or for some. */
export interface HostLook {
  /** What it looks at, for people. */
  readonly name: string;
  /** What it wants to find, as the end of "needs". */
  readonly needs: string;
  /** No lab works without it. */
  readonly required: boolean;
  /** What was seen, in words; else what is not as it should be. */
  readonly run: (ports: DoctorPorts) => Promise<Result<string>>;
}
