import type { FailureTexts } from '../../failure-class.ts';
import type { ManifestValueFailures } from '../../failure/manifest/value.ts';
import { complaint, valueComplaint } from './complaint.ts';

export const manifestValueTexts = {
  unknown_variable: complaint((f) => `${f.subject} ${f.variable}: unknown variable${meant(f.nearest)}`),
  misplaced_variable: complaint((f) => `${f.subject} ${f.variable}: belongs in ${f.place}`),
  wrong_type: valueComplaint((f) => `expected ${f.expected}`),
  ambiguous_scalar: valueComplaint((f) => `YAML 1.1 and 1.2 read this differently, write ${f.write}`),
  jinja_value: valueComplaint(() => 'templates are not evaluated here, write the value itself'),
  tagged_value: valueComplaint((f) => `the tag ${f.tag} is not accepted here, write the plain value`),
  out_of_range: valueComplaint((f) => `${f.rule}, for example ${f.example}`),
  bad_size: valueComplaint((f) => `not a size, write ${f.write}`),
  size_granularity: valueComplaint((f) => `not a whole multiple of ${f.multiple}, for example ${f.write}`),
  bad_choice: valueComplaint((f) => `one of ${f.choices.join(', ')}${meant(f.nearest)}`),
  bad_node_name: valueComplaint((f) => f.rule),
  bad_user_name: valueComplaint((f) => f.rule),
  bad_user_id: valueComplaint((f) => f.rule),
  bad_address: valueComplaint((f) => f.rule),
  bad_image: valueComplaint((f) => f.rule),
  bad_version: valueComplaint((f) => f.rule),
  version_conflict: valueComplaint((f) => `vm_image = ${f.image} already says which version; keep one of the two`),
  bad_path: valueComplaint((f) => f.rule),
  forbidden_path: valueComplaint(
    (f) => `${f.folder} belongs to the guest's system, use a folder of its own, for example /data`,
  ),
  bad_disk_id: valueComplaint(
    (f) => `its name would be ${f.id}, which must be 1–32 of a-z 0-9 - and begin with a letter, for example /data`,
  ),
  duplicate_disk: valueComplaint((f) => `its name ${f.id} is that of ${f.other} in the same node; change one path`),
  disk_too_small: valueComplaint((f) => `too small for ${f.fs}, at least ${f.write}`),
  duplicate_share: valueComplaint((f) => `${f.other} of the same node is mounted there already`),
  too_many_disks: valueComplaint((f) => `at most ${String(f.limit)} data disks a node`),
  too_many_shares: valueComplaint((f) => `at most ${String(f.limit)} shares a node`),
  bad_alias: valueComplaint((f) => f.rule),
  duplicate_alias: valueComplaint((f) => `already ${f.holder}, names and aliases are unique`),
  bad_port_forward: valueComplaint((f) => f.rule),
  duplicate_port: valueComplaint((f) => `the host port is already forwarded by ${f.holder}`),
  unknown_field: complaint(
    (f) => `${f.subject} ${f.variable}: unknown field ${f.field}${meant(f.nearest)}; fields are ${f.fields.join(', ')}`,
  ),
  missing_field: complaint((f) => `${f.subject} ${f.variable}: field ${f.field} is missing, for example ${f.example}`),
  admin_not_managed: valueComplaint((f) => f.rule),
} satisfies FailureTexts<ManifestValueFailures>;

function meant(nearest: string | null): string {
  return nearest === null ? '' : `, did you mean ${nearest}`;
}
