import { ok } from '../../core/result.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import type { Effect } from './effect.ts';

/** The guest's host key is made on the host, so that its fingerprint is known before the first boot. */
export const createHostKey: Effect<'create_host_key'> = async (context, running) => {
  const { layout, nodeFiles } = context.ports;
  const made = await nodeFiles.createHostKey(running, layout.absolute(homePaths.hostKey(running.uuid)));
  return made.ok ? ok({ outputs: { publicKey: made.value } }) : made;
};
