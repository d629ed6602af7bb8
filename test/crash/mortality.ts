/** Counts every commit and effect, before and after, and dies at one of them. */
export interface Mortality {
  /** Points passed so far. */
  passed: number;
  /** The point to die at, from 1; null to live. */
  readonly dieAt: number | null;
  /** Resolves at the moment of death, with where it was. */
  readonly death: Promise<string>;
  readonly reach: (point: string) => Promise<void>;
}

export function mortality(dieAt: number | null): Mortality {
  let die: (where: string) => void = () => undefined;
  const death = new Promise<string>((resolve) => {
    die = resolve;
  });
  let dead = false;
  const state: Mortality = {
    passed: 0,
    dieAt,
    death,
    reach: (point) => {
      state.passed += 1;
      if (state.passed === dieAt) {
        dead = true;
        die(point);
      }
      // A dead process does nothing more: what it was about to do never goes on.
      return dead ? new Promise<void>(() => undefined) : Promise.resolve();
    },
  };
  return state;
}
