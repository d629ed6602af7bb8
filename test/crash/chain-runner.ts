import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationsOnFile } from '../real/lab/operations-on-file.ts';
import type { Finished } from '../real/lab/run-words.ts';
import type { ChainedCommand } from './command-chain.ts';
import type { FakeLab } from './fake-lab.ts';

/** A lab, with fake or real machines, and the environment of its commands. */
export type ChainLab = Pick<FakeLab, 'lab' | 'env'>;

export interface Death {
  /** Counts points from 1. */
  readonly at: number;
  /** How long it still lives from that point on, so that it dies inside of what follows; at the point itself without. */
  readonly afterMs?: number;
}

export type ChainRun = Finished & { readonly points: readonly string[] };

/** Runs commands of a chain in one lab, whole or until a point of death. */
export class ChainRunner {
  readonly #lab: ChainLab;
  readonly #log: string;

  constructor(lab: ChainLab) {
    this.#lab = lab;
    this.#log = join(lab.lab.folder, 'points.log');
  }

  /** Without a death it lives. The points that it passed come with it. */
  async run({ words, manifest }: ChainedCommand, death?: Death): Promise<ChainRun> {
    if (manifest !== undefined) writeFileSync(this.#lab.lab.manifest, manifest);
    rmSync(this.#log, { force: true });
    const env = {
      ...this.#lab.env,
      PADDOCK_CRASH_LOG: this.#log,
      PADDOCK_CRASH_AT: death === undefined ? undefined : String(death.at),
      PADDOCK_CRASH_AFTER_MS: death?.afterMs === undefined ? undefined : String(death.afterMs),
    };
    const finished = await this.#lab.lab.run(words, { env });
    return { ...finished, points: pointsOf(this.#log) };
  }

  /** The kinds of all steps in the operations on file. */
  stepKinds(): readonly string[] {
    try {
      return operationsOnFile(this.#lab.lab.home).flatMap(({ steps }) => steps.map((step) => step.action.kind));
    } catch {
      return [];
    }
  }
}

function pointsOf(log: string): readonly string[] {
  try {
    return readFileSync(log, 'utf8').trimEnd().split('\n');
  } catch {
    return [];
  }
}
