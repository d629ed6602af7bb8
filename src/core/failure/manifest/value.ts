import type { Position } from '../../position.ts';

/** Which value of which variable, as the person wrote it. */
export interface AboutValue {
  readonly at: Position;
  /** The node's name or address, `group lab`, or `all`. */
  readonly subject: string;
  /** `vm_mem`, or deeper: `vm_disks[0].size`. */
  readonly variable: string;
  /** The value as written, shortened. */
  readonly shown: string;
}

/** A form that would be right: the complaint ends with it. */
export interface RightForm {
  readonly write: string;
}

/** Complaints about the value of one variable of ours. */
export interface ManifestValueFailures {
  unknown_variable: {
    readonly at: Position;
    readonly subject: string;
    readonly variable: string;
    readonly nearest: string | null;
  };
  misplaced_variable: {
    readonly at: Position;
    readonly subject: string;
    readonly variable: string;
    readonly place: string;
  };
  wrong_type: AboutValue & { readonly expected: string };
  ambiguous_scalar: AboutValue & RightForm;
  jinja_value: AboutValue;
  tagged_value: AboutValue & { readonly tag: string };
  out_of_range: AboutValue & { readonly rule: string; readonly example: string };
  bad_size: AboutValue & RightForm;
  size_granularity: AboutValue & RightForm & { readonly multiple: string };
  bad_choice: AboutValue & { readonly choices: readonly string[]; readonly nearest: string | null };
  bad_node_name: AboutValue & { readonly rule: string };
  bad_user_name: AboutValue & { readonly rule: string };
  bad_user_id: AboutValue & { readonly rule: string };
  bad_address: AboutValue & { readonly rule: string };
  bad_image: AboutValue & { readonly rule: string };
  bad_version: AboutValue & { readonly rule: string };
  version_conflict: AboutValue & { readonly image: string };
  bad_path: AboutValue & { readonly rule: string };
  forbidden_path: AboutValue & { readonly folder: string };
  bad_disk_id: AboutValue & { readonly id: string };
  duplicate_disk: AboutValue & { readonly id: string; readonly other: string };
  disk_too_small: AboutValue & RightForm & { readonly fs: string };
  duplicate_share: AboutValue & { readonly other: string };
  too_many_disks: AboutValue & { readonly limit: number };
  too_many_shares: AboutValue & { readonly limit: number };
  bad_alias: AboutValue & { readonly rule: string };
  duplicate_alias: AboutValue & { readonly holder: string };
  bad_port_forward: AboutValue & { readonly rule: string };
  duplicate_port: AboutValue & { readonly holder: string };
  unknown_field: {
    readonly at: Position;
    readonly subject: string;
    readonly variable: string;
    readonly field: string;
    readonly fields: readonly string[];
    readonly nearest: string | null;
  };
  missing_field: {
    readonly at: Position;
    readonly subject: string;
    readonly variable: string;
    readonly field: string;
    readonly example: string;
  };
  admin_not_managed: AboutValue & { readonly rule: string };
}
