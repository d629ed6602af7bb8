import type { Result } from '../result.ts';
import type { Owned } from './running.ts';

/** Acts, unless another command has taken over since the barrier: then it is `fenced`, and nothing is done. */
export async function whileOwned<T>(running: Owned, act: () => Promise<Result<T>>): Promise<Result<T>> {
  const owned = await running.stillOwned();
  return owned.ok ? act() : owned;
}
