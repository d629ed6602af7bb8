import type { ImageFacts } from '../core/qemu/image-facts.ts';
import type { Result } from '../core/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { Processes } from '../ports/processes.ts';
import type { Programs } from '../ports/programs.ts';

/** What the image store is made of. */
export interface ImageCache {
  /** PADDOCK_CACHE, absolute. */
  readonly folder: string;
  /** The folder of recipes that the program ships, absolute: `qemu/images`. */
  readonly recipes: string;
  readonly hostArch: 'amd64' | 'arm64';
  readonly programs: Programs;
  readonly clock: Clock;
  readonly processes: Processes;
  /** Structure of an image; the hypervisor's. */
  readonly inspect: (file: string) => Promise<Result<ImageFacts>>;
}
