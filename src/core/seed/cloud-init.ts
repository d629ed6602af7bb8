import type { Uuid } from '../names.ts';
import type { SeedFile } from './seed-file.ts';
import { multipartUserData } from './multipart.ts';
import { encodeUtf8 } from './utf8.ts';

/** Everything that a guest is told about itself before its first boot. */
export interface GuestSeed {
  /** Becomes the instance id: a guest with another one is another guest. */
  readonly uuid: Uuid;
  readonly hostname: string;
  readonly login: {
    readonly user: string;
    /** Null leaves the choice to the guest. */
    readonly uid: number | null;
    /** `ssh-ed25519 AAAA…` */
    readonly publicKey: string;
  };
  /** The guest's ssh host key, made on the host, so that its public half is known before the first connection. */
  readonly hostKey: {
    /** OpenSSH private key file, with its line ends. */
    readonly privateKey: string;
    readonly publicKey: string;
  };
  readonly managementMac: string;
  readonly privateNetwork: { readonly mac: string; readonly address: string };
  /** The file that the manifest adds, byte by byte; null for none. */
  readonly userData: Uint8Array | null;
}

const cloudConfigHeader = '#cloud-config';

/** Label by which a guest finds its NoCloud volume. */
export const seedLabel = 'CIDATA';

/**
 * The NoCloud documents of one guest. Block style with one value a line and every text quoted: the mini guest reads this
 * much YAML with awk, cloud-init reads all of it.
 */
export function cloudInitFiles(seed: GuestSeed): readonly SeedFile[] {
  return [
    { name: 'meta-data', bytes: encodeUtf8(metaData(seed)) },
    { name: 'user-data', bytes: userData(seed) },
    { name: 'network-config', bytes: encodeUtf8(networkConfig(seed)) },
  ];
}

function metaData(seed: GuestSeed): string {
  return lines([`instance-id: ${quote(seed.uuid)}`, `local-hostname: ${quote(seed.hostname)}`]);
}

function userData(seed: GuestSeed): Uint8Array {
  const yielding = accountAndDefaults(seed);
  const insisting = identity(seed);
  if (seed.userData === null) return encodeUtf8(lines([cloudConfigHeader, ...insisting, ...yielding]));
  return multipartUserData(seed.userData, {
    yielding: lines([cloudConfigHeader, ...yielding]),
    insisting: lines([cloudConfigHeader, ...insisting]),
  });
}

/** What the guest is known by. */
function identity({ hostname, hostKey }: GuestSeed): readonly string[] {
  return [
    `hostname: ${quote(hostname)}`,
    'preserve_hostname: false',
    // Keys baked into an image are shared by everyone who has it.
    'ssh_deletekeys: true',
    'ssh_keys:',
    '  ed25519_private: |',
    ...hostKey.privateKey
      .trimEnd()
      .split('\n')
      .map((line) => `    ${line}`),
    `  ed25519_public: ${quote(hostKey.publicKey)}`,
  ];
}

function accountAndDefaults({ login }: GuestSeed): readonly string[] {
  const { user, uid, publicKey } = login;
  return [
    'disable_root: true',
    'ssh_pwauth: false',
    'users:',
    `  - name: ${quote(user)}`,
    ...(uid === null ? [] : [`    uid: ${String(uid)}`]),
    '    shell: /bin/bash',
    '    lock_passwd: true',
    `    sudo: ${quote('ALL=(ALL) NOPASSWD:ALL')}`,
    '    ssh_authorized_keys:',
    `      - ${quote(publicKey)}`,
    'ssh:',
    '  emit_keys_to_console: false',
    'no_ssh_fingerprints: true',
    'growpart:',
    '  mode: auto',
    '  devices: [/]',
    'resize_rootfs: true',
  ];
}

function networkConfig(seed: GuestSeed): string {
  return lines([
    'version: 2',
    'ethernets:',
    '  mgmt0:',
    '    match:',
    `      macaddress: ${quote(seed.managementMac)}`,
    '    set-name: mgmt0',
    '    dhcp4: true',
    // The client id would otherwise change with the machine id, and with it the address that the ssh port leads to.
    '    dhcp-identifier: mac',
    '  private0:',
    '    match:',
    `      macaddress: ${quote(seed.privateNetwork.mac)}`,
    '    set-name: private0',
    '    dhcp4: false',
    '    addresses:',
    `      - ${quote(`${seed.privateNetwork.address}/24`)}`,
  ]);
}

function quote(text: string): string {
  return JSON.stringify(text);
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
