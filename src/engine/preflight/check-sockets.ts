import { failure, type Failure } from '../../core/failure.ts';
import { socketPathLimit } from '../../core/qemu/socket-path-limit.ts';
import { longestSocket } from './longest-socket.ts';
import type { Check } from './findings.ts';

/** Unix socket paths have a hard limit in the kernel, whatever the home is called. */
export const checkSockets: Check = {
  name: 'socket paths',
  needs: 'socket paths that the kernel takes',
  run: (ports): Promise<readonly Failure[]> => {
    const longest = longestSocket(ports);
    const bytes = Buffer.byteLength(longest);
    if (bytes <= socketPathLimit) return Promise.resolve([]);
    return Promise.resolve([failure('path_too_long', { path: longest, bytes, limit: socketPathLimit })]);
  },
};
