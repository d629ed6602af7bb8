import { displaySize } from '../../core/display-size.ts';
import { failure } from '../../core/failure.ts';
import { socketPathLimit } from '../../core/qemu/socket-path-limit.ts';
import { fail, ok } from '../../core/result.ts';
import { longestSocket } from '../preflight/longest-socket.ts';
import type { HostLook } from './host-look.ts';

/** What `up` refuses to go below. */
const leastFreeBytes = 2 ** 30;

const memoryLook: HostLook = {
  name: 'memory',
  needs: 'memory for guests, 256MiB and more each',
  required: false,
  run: ({ resources }) => {
    const { availableBytes, totalBytes } = resources.memory();
    const cpus = String(resources.cpus());
    return Promise.resolve(ok(`${displaySize(availableBytes)} of ${displaySize(totalBytes)} available, ${cpus} CPUs`));
  },
};

const spaceLook: HostLook = {
  name: 'disk space',
  needs: '1GiB for the home, and what guests come to write',
  required: true,
  run: async ({ resources, layout }) => {
    const space = await resources.diskSpace(layout.home);
    if (!space.ok) return space;
    const { freeBytes, mountPoint } = space.value;
    if (freeBytes >= leastFreeBytes) return ok(`${displaySize(freeBytes)} free at ${mountPoint}`);
    return fail(failure('disk_space_short', { mountPoint, freeBytes, neededBytes: leastFreeBytes }));
  },
};

const socketsLook: HostLook = {
  name: 'sockets',
  needs: 'socket paths that the kernel takes',
  required: true,
  run: (ports) => {
    const path = longestSocket(ports);
    const bytes = Buffer.byteLength(path);
    if (bytes > socketPathLimit)
      return Promise.resolve(fail(failure('path_too_long', { path, bytes, limit: socketPathLimit })));
    return Promise.resolve(ok(`${String(bytes)} of ${String(socketPathLimit)} bytes`));
  },
};

export const resourcesLooks: readonly HostLook[] = [memoryLook, spaceLook, socketsLook];
