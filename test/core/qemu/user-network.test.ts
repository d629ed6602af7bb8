import { describe, expect, it } from 'vitest';
import { hostSide, readForwards } from '../../../src/core/qemu/user-network.ts';

/** As QEMU 7.2 prints it. */
const shown = `Hub -1 (management):\r
  Protocol[State]    FD  Source Address  Port   Dest. Address  Port RecvQ SendQ\r
  TCP[ESTABLISHED]   24       127.0.0.1 40001       10.0.2.15    22     0     0\r
  TCP[HOST_FORWARD]  22       127.0.0.1  8080       10.0.2.15    80     0     0\r
  TCP[HOST_FORWARD]  20               *  9090       10.0.2.15    90     0     0\r
  TCP[HOST_FORWARD]  19       127.0.0.1 40001       10.0.2.15    22     0     0\r
  UDP[236 sec]       25       10.0.2.15 39338        10.0.2.3    53     0     0\r
`;

describe('the user network of QEMU', () => {
  it('tells its forwards, and nothing else of it is one', () => {
    expect(readForwards(shown)).toEqual([
      { hostAddress: '127.0.0.1', hostPort: 8080, guestPort: 80 },
      { hostAddress: '0.0.0.0', hostPort: 9090, guestPort: 90 },
      { hostAddress: '127.0.0.1', hostPort: 40_001, guestPort: 22 },
    ]);
    expect(readForwards('')).toEqual([]);
  });

  it('knows a forward by the side of the host', () => {
    expect(hostSide({ hostAddress: '127.0.0.1', hostPort: 8080 })).toBe('tcp:127.0.0.1:8080');
  });
});
