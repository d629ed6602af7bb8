import type { NodeName, Uuid } from '../names.ts';
import type { StateDocument } from './document.ts';
import { creationBegan } from './step-event.ts';

/** The operation in which a node's last life was begun; null where its events have fallen off. */
export function madeBy({ events }: Pick<StateDocument, 'events'>, name: NodeName): Uuid | null {
  return events.findLast(({ node, text }) => node === name && text === creationBegan)?.operationId ?? null;
}
