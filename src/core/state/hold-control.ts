import type { NodeName, Uuid } from '../names.ts';
import type { StateDocument } from './document.ts';

/**
 * Gives the control role to a node together with a key of its own, in one value: the key of an earlier holder is never
 * used again. A holder that has its key keeps it.
 */
export function holdControl(
  document: StateDocument,
  role: { readonly control: NodeName | null; readonly controlKey: Uuid },
): StateDocument {
  const { deployment } = document;
  if (deployment === null || role.control === null) return document;
  if (deployment.control === role.control && deployment.controlKey !== null) return document;
  return { ...document, deployment: { ...deployment, ...role } };
}
