import type { VariableName } from '../manifest/variables.ts';

export interface VariableNote {
  readonly meaning: string;
  readonly example: string;
  /** What it is when nothing says it; null for none. */
  readonly standard: string | null;
  /** What a change of it alone comes to, and the command that settles that. */
  readonly change: string;
}

const recreated = 'recreate: the root disk is replaced, by recreate NODE';
const resized = 'resize: by resize NODE, live where that is possible';
const drift = 'envelope-drift: by recreate of the whole deployment';
const listed = 'unchanged, listed by plan; up applies it';

/** What a person wants to know about each variable of a manifest. */
export const variableNotes = {
  admin_ip: {
    meaning: 'address of the control node, which can ssh to its peers; in all.vars only',
    example: '10.10.10.10',
    standard: 'the applied control node, at first the first managed host',
    change: 'the role moves, by up',
  },
  nodename: {
    meaning: 'name of the node: 1-63 of a-z 0-9 -, unique, without outer -',
    example: 'meta',
    standard: '<pg_cluster>-<pg_seq>, else node-<last octet>',
    change: 'the old name is missing, by destroy; the new one is a create, by up',
  },
  pg_cluster: {
    meaning: 'first half of the name of a node that has no nodename',
    example: 'pg-test',
    standard: null,
    change: 'as nodename',
  },
  pg_seq: {
    meaning: 'second half of the name of a node that has no nodename',
    example: '1',
    standard: null,
    change: 'as nodename',
  },
  node_admin_username: {
    meaning: 'login user of every guest, one for all',
    example: 'dba',
    standard: 'dba',
    change: drift,
  },
  node_admin_uid: {
    meaning: 'checked only: the user id that the login user has',
    example: '88',
    standard: '88 for dba',
    change: 'none; another value than the one there is refused',
  },
  vm_skip: {
    meaning: 'the host is in the inventory and not ours',
    example: 'true',
    standard: 'false',
    change: 'true for a node that exists: missing, by destroy NODE',
  },
  vm_image: {
    meaning: 'base image: alias, alias:channel, alias@version or local-NAME',
    example: 'local-mini',
    standard: 'u24',
    change: recreated,
  },
  vm_version: {
    meaning: 'newest version of the image with this dotted prefix',
    example: '"12.5"',
    standard: null,
    change: recreated,
  },
  vm_arch: {
    meaning: 'architecture of the whole deployment: native, amd64 or arm64',
    example: 'amd64',
    standard: 'native',
    change: drift,
  },
  vm_accel: {
    meaning: 'accelerator of the whole deployment: auto, kvm, hvf or tcg',
    example: 'tcg',
    standard: 'auto',
    change: drift,
  },
  vm_network: {
    meaning: 'network of the whole deployment: user needs no root, bridge puts the host on .1',
    example: 'user',
    standard: 'user',
    change: drift,
  },
  vm_cpu: { meaning: 'CPUs, 1-255', example: '2', standard: '2', change: resized },
  vm_mem: {
    meaning: 'memory: MiB, or a size; at least 128 MiB, whole multiples of 2 MiB',
    example: '4GiB',
    standard: '4096',
    change: resized,
  },
  vm_disk: {
    meaning: 'root disk: GiB, or a size; not below the size of the image',
    example: '64GiB',
    standard: '64',
    change: 'growth is a resize, by resize NODE; anything else a recreate, by recreate NODE',
  },
  vm_disks: {
    meaning: 'data disks: path, size, fs (auto, xfs, ext4) and persistent; at most 16',
    example: '[{ path: /data, size: 128GiB, persistent: true }]',
    standard: 'one of 128 GiB on /data',
    change: 'growth is a resize, by resize NODE; anything else a recreate, by recreate NODE',
  },
  vm_shares: {
    meaning: 'folders of the host in the guest: host, guest and readonly; at most 8',
    example: '[{ host: /srv/src, guest: /src }]',
    standard: 'none',
    change: recreated,
  },
  vm_user_data: {
    meaning: 'file with extra cloud-init user data; its bytes count, not its name',
    example: 'user-data.yml',
    standard: null,
    change: recreated,
  },
  vm_alias: { meaning: 'extra names of the node', example: '[pg.lab]', standard: 'none', change: listed },
  vm_ports: {
    meaning: 'ports of the host that lead into the guest: HOSTPORT:GUESTPORT or ADDRESS:HOSTPORT:GUESTPORT',
    example: '["8080:80"]',
    standard: 'none',
    change: `${listed}, live where QEMU can`,
  },
  vm_protect: {
    meaning: 'recreate, destroy and purge refuse this node',
    example: 'true',
    standard: 'false',
    change: listed,
  },
} as const satisfies { readonly [V in VariableName]: VariableNote };
