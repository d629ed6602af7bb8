import type { PortForward } from '../spec/envelope.ts';

/** The word for a forward in QEMU's monitor: what `hostfwd_remove` takes, and the beginning of what `hostfwd_add` does. */
export function hostSide({ hostAddress, hostPort }: Pick<PortForward, 'hostAddress' | 'hostPort'>): string {
  return `tcp:${hostAddress}:${String(hostPort)}`;
}

/** The TCP forwards in the text of `info usernet`, which prints any address of the host as `*`. */
export function readForwards(text: string): readonly PortForward[] {
  return [...text.matchAll(/^\s*TCP\[HOST_FORWARD\]\s+\S+\s+(\S+)\s+(\d+)\s+\S+\s+(\d+)\s/gm)].map(
    ([, hostAddress = '', hostPort, guestPort]) => ({
      hostAddress: hostAddress === '*' ? '0.0.0.0' : hostAddress,
      hostPort: Number(hostPort),
      guestPort: Number(guestPort),
    }),
  );
}
