import { macAddress } from '../../core/qemu/mac-address.ts';
import { ok, type Result } from '../../core/result.ts';
import { cloudInitFiles, type GuestSeed, seedLabel } from '../../core/seed/cloud-init.ts';
import { fat12Volume } from '../../core/seed/fat12.ts';
import { loginUid } from '../../core/spec/login-uid.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import { deploymentOf, recordOf, type NodeContext } from '../node-context.ts';
import type { Effect } from './effect.ts';

/** The NoCloud volume: all that the guest is told about itself before its first boot. */
export const writeSeed: Effect<'write_seed'> = async (context, running) => {
  const seed = await guestSeed(context);
  if (!seed.ok) return seed;
  const { layout, nodeFiles } = context.ports;
  const bytes = fat12Volume(seedLabel, cloudInitFiles(seed.value));
  const written = await nodeFiles.writeSeed(running, layout.absolute(homePaths.seed(recordOf(context).folder)), bytes);
  return written.ok ? ok({ outputs: { sizeBytes: bytes.length } }) : written;
};

async function guestSeed(context: NodeContext): Promise<Result<GuestSeed>> {
  const { layout, nodeFiles, guest, identifiers } = context.ports;
  const record = recordOf(context);
  const { id } = deploymentOf(context);
  const { envelope } = record.madeFor;
  const loginKey = await guest.loginKey();
  if (!loginKey.ok) return loginKey;
  const hostKey = await nodeFiles.readHostKey(layout.absolute(homePaths.hostKey(record.uuid)));
  if (!hostKey.ok) return hostKey;
  const macOf = (nic: 'management' | 'private') =>
    macAddress({ deployment: id, address: record.address, nic }, identifiers.sha256);
  return ok({
    uuid: record.uuid,
    hostname: record.name,
    login: { user: envelope.user, uid: loginUid(envelope.user), publicKey: loginKey.value },
    hostKey: hostKey.value,
    managementMac: macOf('management'),
    userData: userDataOf(context, record.spec.userDataSha256),
    privateNetwork: { mac: macOf('private'), address: record.address },
  });
}

function userDataOf({ userData, name }: NodeContext, sha256: string | null): Uint8Array | null {
  if (sha256 === null) return null;
  const bytes = userData.get(sha256);
  if (bytes === undefined) throw new Error(`preflight let ${name} pass without its user data`);
  return bytes;
}
