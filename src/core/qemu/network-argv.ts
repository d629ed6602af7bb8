import type { VmSpec } from './vm-spec.ts';

/** Both NICs: management through QEMU's user network, private through a loopback multicast segment. */
export function networkArgv(spec: VmSpec): readonly string[] {
  const { management, privateNetwork } = spec;
  const ssh = { hostAddress: '127.0.0.1', hostPort: management.sshPort, guestPort: 22 };
  const hostfwd = [ssh, ...management.forwards].map((forward) => ({
    str: `tcp:${forward.hostAddress}:${String(forward.hostPort)}-:${String(forward.guestPort)}`,
  }));
  const segment = {
    type: 'socket',
    id: 'private',
    mcast: `${privateNetwork.multicast}:${String(privateNetwork.port)}`,
    localaddr: '127.0.0.1',
  };
  return [
    ...['-netdev', JSON.stringify({ type: 'user', id: 'management', hostfwd })],
    ...nicArgv('management', management.mac),
    ...['-netdev', JSON.stringify(segment)],
    ...nicArgv('private', privateNetwork.mac),
  ];
}

function nicArgv(network: string, mac: string): readonly string[] {
  // An empty romfile: nothing boots from the network, and the file is in a package that need not be installed.
  const device = { driver: 'virtio-net-pci', id: `nic-${network}`, netdev: network, mac, romfile: '' };
  return ['-device', JSON.stringify(device)];
}
