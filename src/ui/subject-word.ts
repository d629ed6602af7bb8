import { noNode } from '../core/plan/no-node.ts';

/** What an event about a node begins with; what concerns no node is about the home. */
export function subjectWord(node: string): string {
  return node === noNode ? 'home' : node;
}
