import type { Invocation } from './command.ts';
import type { ReadingPorts } from './reading-ports.ts';

/**
 * The manifest that advice of a command which reads none has to name: the one that the lab was last changed by. Null where
 * it is found without being named, or none is known. One that was read from stdin or is gone stands in what was kept of it.
 */
export async function labFile(
  { manifests, store }: Pick<ReadingPorts, 'manifests' | 'store'>,
  cwd: Invocation['cwd'],
): Promise<string | null> {
  const { findOperations } = await import('../engine/history.ts');
  const found = await findOperations({ store });
  if (!found.ok) return null;
  const last = found.value.filed.find(({ operation }) => operation.manifest !== null);
  const path = last?.operation.manifest?.path;
  if (last === undefined || path === undefined) return null;
  if (path === '-') return last.inputs;
  const discovered = await manifests.read({ file: null, cwd });
  if (discovered.ok && discovered.value.path === path) return null;
  const named = await manifests.read({ file: path, cwd });
  return named.ok ? path : last.inputs;
}
