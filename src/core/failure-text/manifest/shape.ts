import type { FailureTexts } from '../../failure-class.ts';
import type { ManifestShapeFailures } from '../../failure/manifest/shape.ts';
import { complaint } from './complaint.ts';

export const manifestShapeTexts = {
  manifest_empty: complaint(() => 'the manifest is empty, it needs all: with at least one host'),
  not_a_mapping: complaint((f) => `${f.what} = ${f.shown}: expected a mapping, for example ${f.example}`),
  unknown_group_key: complaint((f) => `group ${f.group}: unknown key ${f.key}, ${f.hint}`),
  group_cycle: complaint((f) => `groups contain each other: ${f.groups.join(' > ')}`),
  host_range: complaint((f) => `host ${f.host}: ranges are not expanded, write each host out: ${f.written.join(', ')}`),
  host_not_address: complaint((f) => `host ${f.host}: not an IPv4 address, ${f.hint}`),
  address_reserved: complaint((f) => `host ${f.address}: ${f.why}, nodes take .9 to .254`),
  address_not_private: complaint(
    (f) =>
      `host ${f.address}: not a private address, use 10.x.x.x, 172.16–31.x.x or 192.168.x.x, for example 10.10.10.10`,
  ),
  subnet_taken_by_qemu: complaint(
    (f) => `host ${f.address}: 10.0.2.0/24 belongs to QEMU's user network, use another /24, for example 10.10.10.0/24`,
  ),
  subnet_mixed: complaint(
    (f) => `host ${f.address}: outside ${f.subnet}, which the first host on line ${String(f.firstLine)} sets for all`,
  ),
  no_managed_hosts: complaint((f) =>
    f.skipped === 0
      ? 'no hosts: add one, for example hosts: { 10.10.10.10: }'
      : `no managed hosts: vm_skip is true for ${f.skipped === 1 ? 'the only one' : `all ${String(f.skipped)}`}`,
  ),
  too_many_hosts: complaint((f) => `${String(f.count)} managed hosts, at most ${String(f.limit)}`),
  duplicate_node_name: complaint(
    (f) =>
      `host ${f.address}: the name ${f.name} belongs to ${f.holder} on line ${String(f.firstLine)}, names are unique`,
  ),
  group_conflict: complaint(
    (f) =>
      `${f.subject} ${f.variable}: ${f.sides.map((s) => `${s.where} says ${s.shown} (line ${String(s.line)})`).join(', ')}, neither is deeper; keep one or set it on the host`,
  ),
  not_uniform: complaint(
    (f) =>
      `${f.subject} ${f.variable} = ${f.shown}: one value for the whole deployment, ${f.other} has ${f.otherShown}; set it once in all.vars`,
  ),
} satisfies FailureTexts<ManifestShapeFailures>;
