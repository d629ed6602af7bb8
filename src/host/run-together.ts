import type { TogetherEnd, TogetherRequest } from '../ports/programs.ts';

/** What one shell starts. */
const mostAtOnce = 4;

/** The promise is that of Programs.runTogether. */
export async function runTogether(request: TogetherRequest): Promise<readonly TogetherEnd[]> {
  // Loaded on first use: a command that starts no program should not pay for it.
  const { runBatch } = await import('./run-batch.ts');
  const { programs } = request;
  const batches = Array.from({ length: Math.ceil(programs.length / mostAtOnce) }, (_, index) =>
    runBatch({ ...request, programs: programs.slice(index * mostAtOnce, (index + 1) * mostAtOnce) }),
  );
  return (await Promise.all(batches)).flat();
}
