import { failure, type Failure } from '../../core/failure.ts';
import { socketPathLimit } from '../../core/qemu/socket-path-limit.ts';
import type { Check } from './findings.ts';

/** Unix socket paths have a hard limit in the kernel, whatever the home is called. */
export const checkSockets: Check = {
  name: 'socket paths',
  needs: 'socket paths that the kernel takes',
  run: (ports): Promise<readonly Failure[]> => {
    // All sockets of a deployment stand in one folder under names of one length, so any UUID shows the longest path.
    const sockets = Object.values(ports.layout.sockets(ports.identifiers.uuid())) as readonly string[];
    const longest = sockets.reduce((a, b) => (Buffer.byteLength(a) >= Buffer.byteLength(b) ? a : b));
    const bytes = Buffer.byteLength(longest);
    if (bytes <= socketPathLimit) return Promise.resolve([]);
    return Promise.resolve([failure('path_too_long', { path: longest, bytes, limit: socketPathLimit })]);
  },
};
