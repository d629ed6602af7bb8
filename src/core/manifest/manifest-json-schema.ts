import * as z from 'zod';
import type { VariableName } from './variables.ts';

/**
 * The manifest for editors, which check and complete while somebody types. It knows names, types and ranges; what needs
 * the whole file (subnets, duplicates, inheritance) only `validate` knows. Never loaded by a command: reading a manifest
 * through it would cost more than the rest of `plan`.
 */
export function manifestJsonSchema(): unknown {
  const { $schema, ...rest } = z.toJSONSchema(manifestShape, { target: 'draft-7', reused: 'ref', io: 'input' });
  return { $schema, title: 'Paddock manifest', ...rest };
}

const size = (what: string) =>
  z.union([z.int().min(0), z.string().regex(/^(0|[1-9][0-9]*)(B|KiB|MiB|GiB|TiB|KB|MB|GB|TB)$/)]).describe(what);

const path = z.string().regex(/^\/[^/]+(\/[^/]+)*$/);

const disk = z.strictObject({
  path: path.describe('where it is mounted; also its identity'),
  size: size('GiB, or a size; default 128').optional(),
  fs: z.enum(['auto', 'xfs', 'ext4']).optional(),
  persistent: z.boolean().describe('kept by destroy and recreate; default false').optional(),
});

const share = z.strictObject({
  host: path.describe('folder of the host'),
  guest: path.describe('where the guest sees it'),
  readonly: z.boolean().describe('default true').optional(),
});

const alias = z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/);
const forward = z.string().regex(/^([0-9]+(\.[0-9]+){3}:)?[1-9][0-9]{0,4}:[1-9][0-9]{0,4}$/);

/** Every variable of ours; the compiler compares it with the table that reads them. */
const variables = {
  admin_ip: z.ipv4().describe('address of the control node; in all.vars only'),
  nodename: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
    .describe('name of the node; default <pg_cluster>-<pg_seq>, else node-<last octet>'),
  pg_cluster: z.unknown().describe('first half of the name of a node without nodename'),
  pg_seq: z.unknown().describe('second half of the name of a node without nodename'),
  node_admin_username: z
    .string()
    .regex(/^[a-z_][a-z0-9_-]{0,31}$/)
    .describe('login user, one for all; default dba'),
  node_admin_uid: z.int().describe('checked only: 88 for dba'),
  vm_skip: z.boolean().describe('in the inventory, but not ours; default false'),
  vm_image: z.string().describe('alias, alias:channel, alias@version or local-name; default u24'),
  vm_version: z.string().describe('newest version with this dotted prefix, in quotes'),
  vm_arch: z.enum(['native', 'amd64', 'arm64']).describe('one for the deployment; default native'),
  vm_accel: z.enum(['auto', 'kvm', 'hvf', 'tcg']).describe('one for the deployment; default auto'),
  vm_network: z.enum(['user', 'bridge']).describe('one for the deployment; default user'),
  vm_cpu: z.int().min(1).max(255).describe('default 2'),
  vm_mem: size('MiB, or a size; at least 128 MiB; default 4096'),
  vm_disk: size('root disk; GiB, or a size; default 64'),
  vm_disks: z.array(disk).max(16).describe('data disks; default one of 128 GiB on /data'),
  vm_shares: z.array(share).max(8).describe('host folders in the guest'),
  vm_user_data: z.string().min(1).describe('file with extra cloud-init user data, next to the manifest'),
  vm_alias: z.array(alias).describe('extra names'),
  vm_ports: z.array(forward).describe('"HOSTPORT:GUESTPORT" or "ADDRESS:HOSTPORT:GUESTPORT"'),
  vm_protect: z.boolean().describe('recreate, destroy and purge refuse this node; default false'),
} satisfies { readonly [V in VariableName]: z.ZodType };

/** The variables that the schema describes. */
export const describedVariables: readonly string[] = Object.keys(variables);

/** Every other name is opaque, except that no other name may begin with `vm_`. */
const names = { anyOf: [{ not: { pattern: '^vm_' } }, { enum: Object.keys(variables) }] };

const vars = z
  .looseObject(optional(variables))
  // JSON Schema cannot see the check, so the same rule stands beside it in its words.
  .refine((found) => Object.keys(found).every((name) => !name.startsWith('vm_') || name in variables))
  .meta({ propertyNames: names })
  .nullable();

const host = z.record(z.string(), vars).nullable();

interface Group {
  readonly hosts?: unknown;
  readonly vars?: unknown;
  readonly children?: Record<string, Group | null> | null | undefined;
}

const group: z.ZodType<Group | null> = z.lazy(() =>
  z
    .strictObject({
      hosts: host.optional(),
      vars: vars.optional(),
      children: z.record(z.string(), group).nullable().optional(),
    })
    .nullable(),
);

/** What the JSON Schema says, as a check. */
export const manifestShape = z.object({ all: group }).catchall(z.unknown());

function optional<S extends Record<string, z.ZodType>>(shape: S): { [K in keyof S]: z.ZodOptional<S[K]> } {
  return Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, type.optional()])) as {
    [K in keyof S]: z.ZodOptional<S[K]>;
  };
}
