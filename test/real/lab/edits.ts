/** Where every edit starts: no admin_ip, so that the control role falls to the first host. */
export const unedited = `all:
  vars: { node_admin_username: dba, vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB, vm_disks: [] }
  children:
    lab:
      vars: { pg_version: 17 }
      hosts:
        10.10.10.10: { nodename: meta }
        10.10.10.11:
          nodename: node-1
          vm_disks: [{ path: /data, size: 256MiB, fs: ext4, persistent: true }]
`;

/** An edit of the manifest, with what it must mean. */
export interface Edit {
  readonly name: string;
  readonly replace: string | RegExp;
  readonly by: string;
  readonly outcomes: Readonly<Record<string, string>>;
  /** Paths of the changes it shows, those of the envelope included. */
  readonly changes: readonly string[];
  /** Why `up` refuses, of which nodes, and the command that resolves it; null where it does not refuse. */
  readonly refusal: Refusal | null;
}

export interface Refusal {
  readonly reason: string;
  readonly nodes: readonly string[];
  /** Words of the command, without the `-f FILE` that it carries on. */
  readonly next: string;
}

const both = ['meta', 'node-1'];
const allOf = (outcome: string) => ({ meta: outcome, 'node-1': outcome });
const secondOnly = (outcome: string) => ({ meta: 'unchanged', 'node-1': outcome });
const thirdHost = '        10.10.10.12: { nodename: node-2 }\n';
const firstLine = '        10.10.10.10: { nodename: meta }\n';
const removed: Refusal = { reason: 'nodes_removed', nodes: ['node-1'], next: 'paddock destroy node-1' };
const resize: Refusal = { reason: 'resize_required', nodes: both, next: 'paddock resize meta node-1' };
const drift: Refusal = { reason: 'envelope_changed', nodes: both, next: 'paddock recreate' };
const recreate: Refusal = { reason: 'recreate_required', nodes: ['node-1'], next: 'paddock recreate node-1' };

/** The edit that `up` follows. */
export const addsThirdHost: Edit = {
  ...{ name: 'a third host', replace: firstLine, by: firstLine + thirdHost, changes: [], refusal: null },
  outcomes: { ...allOf('unchanged'), 'node-2': 'create' },
};

const resizing = { outcomes: allOf('resize'), refusal: resize };
const removing = { by: '', outcomes: secondOnly('missing'), changes: [], refusal: removed };
const drifting = { outcomes: allOf('envelope-drift'), refusal: drift };

export const edits: readonly Edit[] = [
  addsThirdHost,
  { ...resizing, name: 'vm_cpu', replace: 'vm_cpu: 1', by: 'vm_cpu: 2', changes: ['vm_cpu'] },
  { ...resizing, name: 'vm_mem', replace: 'vm_mem: 256MiB', by: 'vm_mem: 512MiB', changes: ['vm_mem'] },
  {
    ...{ name: 'vm_image', replace: 'nodename: node-1', by: 'nodename: node-1\n          vm_image: u24' },
    ...{ outcomes: secondOnly('recreate'), changes: ['vm_image'], refusal: recreate },
  },
  { ...removing, name: 'a host removed', replace: / {8}10\.10\.10\.11:\n.*\n.*\n/u },
  { ...removing, name: 'vm_skip', replace: 'nodename: node-1', by: 'nodename: node-1\n          vm_skip: true' },
  { ...drifting, name: 'login user', replace: 'username: dba', by: 'username: ops', changes: ['node_admin_username'] },
  { ...drifting, name: 'subnet', replace: /10\.10\.10\./gu, by: '10.20.30.', changes: ['subnet', 'address'] },
  {
    ...{ name: 'an opaque variable', replace: 'pg_version: 17', by: 'pg_version: 18' },
    ...{ outcomes: allOf('unchanged'), changes: [], refusal: null },
  },
  {
    ...{
      name: 'a host above the first',
      replace: firstLine,
      by: `        10.10.10.9: { nodename: node-0 }\n${firstLine}`,
    },
    ...{ outcomes: { 'node-0': 'create', ...allOf('unchanged') }, changes: [], refusal: null },
  },
];
