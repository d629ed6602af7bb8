import type { PortForward } from '../spec/envelope.ts';

/** Forwards as a manifest writes them, sorted: the form in which a VM's own are recorded and compared. */
export function forwardWords(forwards: readonly PortForward[]): readonly string[] {
  return forwards
    .map(({ hostAddress, hostPort, guestPort }) => `${hostAddress}:${String(hostPort)}:${String(guestPort)}`)
    .toSorted();
}
