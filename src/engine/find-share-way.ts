import type { Failure } from '../core/failure.ts';
import type { HostFeatures } from '../core/qemu/host-features.ts';
import { ok, type Result } from '../core/result.ts';
import type { ShareServer } from '../core/share/share-server.ts';
import type { EnginePorts } from './engine-ports.ts';

export type FoundWay =
  | { readonly way: 'virtiofs'; readonly server: ShareServer }
  /** `instead`: why virtiofs cannot be used. */
  | { readonly way: '9p'; readonly instead: readonly Failure[] };

/** virtiofs where a server works for this caller, else 9p where QEMU has it; else why there is no server. */
export async function findShareWay(
  { hypervisor }: Pick<EnginePorts, 'hypervisor'>,
  features: Pick<HostFeatures, 'nineP'> | null,
): Promise<Result<FoundWay>> {
  const server = await hypervisor.shareServer();
  if (server.ok) return ok({ way: 'virtiofs', server: server.value });
  return features?.nineP === true ? ok({ way: '9p', instead: server.failures }) : server;
}
