import type { TogetherEnd, TogetherRequest } from '../ports/programs.ts';

/** What one shell starts. */
const mostAtOnce = 4;

/** The promise is that of Programs.runTogether. */
export function runTogether(request: TogetherRequest): readonly Promise<TogetherEnd>[] {
  const { programs } = request;
  const batches = Array.from({ length: Math.ceil(programs.length / mostAtOnce) }, (_, index) => {
    const few = programs.slice(index * mostAtOnce, (index + 1) * mostAtOnce);
    return { few, ends: runFew({ ...request, programs: few }) };
  });
  return batches.flatMap(({ few, ends }) => few.map((_, index) => ends.then((each) => each[index] ?? 'unknown')));
}

async function runFew(request: TogetherRequest): Promise<readonly TogetherEnd[]> {
  // Loaded on first use: a command that starts no program should not pay for it.
  const { runBatch } = await import('./run-batch.ts');
  return runBatch(request);
}
