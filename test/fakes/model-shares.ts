import { basename } from 'node:path';
import { fail, ok } from '../../src/core/result.ts';
import type { Hypervisor } from '../../src/ports/hypervisor.ts';
import { enact, type ModelHost, modelIdentity } from './model-host.ts';

/** What serves the shares of a model host: a file under the socket's name stands for the process. */
export function modelShares(
  host: ModelHost,
): Pick<Hypervisor, 'shareServer' | 'launchShare' | 'endShares' | 'servedShares'> {
  return {
    shareServer: () =>
      Promise.resolve(
        ok({ executable: '/usr/lib/qemu/virtiofsd', kind: 'c', refusesWrites: false, asRoot: true } as const),
      ),
    launchShare: (_running, share) => {
      const failures = enact(host, `serve ${share.source} ${share.readonly ? 'readonly' : 'writable'}`);
      if (failures !== null) return Promise.resolve(fail(...failures));
      if (host.files.has(share.socket)) throw new Error(`a second server of ${share.socket}`);
      host.nextPid += 1;
      host.files.set(share.socket, share.source);
      return Promise.resolve(ok(modelIdentity(host.nextPid)));
    },
    endShares: (_running, sockets) => {
      for (const socket of sockets.filter((each) => host.files.has(each))) {
        const failures = enact(host, `unserve ${basename(socket)}`);
        if (failures !== null) return Promise.resolve(fail(...failures));
        host.files.delete(socket);
      }
      return Promise.resolve(ok(undefined));
    },
    servedShares: (sockets) => sockets.filter((socket) => host.files.has(socket)),
  };
}
