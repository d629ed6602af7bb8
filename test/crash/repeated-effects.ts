/**
 * What makes something, and would make it over. All else finds out by itself what of it is left to do, by its contract: a
 * removal takes what is absent for removed, a stop proves once more that the VM is gone, a size that is there is left alone.
 */
const making = /^(?:nodeFiles\.(?:write|create)|hypervisor\.(?:create|launch))/u;

/** What was made in a run that was killed and was begun once more by a later one, as `port.method action uuid`. */
export function repeatedEffects(killed: readonly string[], later: readonly string[]): readonly string[] {
  const begun = new Set(later.filter((point) => point.startsWith('before ')).map((point) => point.slice(7)));
  const done = killed.filter((point) => point.startsWith('after ')).map((point) => point.slice(6));
  return [...new Set(done)].filter((effect) => making.test(effect) && begun.has(effect));
}
