import { recordedPower } from '../plan/existing-node.ts';
import type { Deployment, NodeRecord } from '../state/document.ts';

/**
 * Whether the holder of the control role can be told of its peers while it runs on: its guest is set up, and it holds no
 * key of an earlier holder, which its peers do not accept any more. `stopped` hears of them at its next start.
 */
export function takesIntroductions(
  record: NodeRecord,
  { controlKey }: Pick<Deployment, 'controlKey'>,
): 'now' | 'stopped' | 'never' {
  const { life, guest, parts } = record;
  const isSetUp = life === 'committed' && guest !== null && controlKey !== null;
  if (!isSetUp || (guest.controlKey !== null && guest.controlKey !== controlKey)) return 'never';
  if (recordedPower(record) === 'stopped') return 'stopped';
  return parts.some(({ kind, state }) => kind === 'guest' && state === 'complete') ? 'now' : 'never';
}
