/** Trouble on the way into a guest. */
export interface GuestFailures {
  guest_not_ready: { readonly node: string; readonly waitedMs: number; readonly last: string };
  guest_script_refused: { readonly node: string; readonly script: string; readonly detail: string };
  guest_script_late: { readonly node: string; readonly script: string; readonly limitMs: number };
  guest_script_cut_off: { readonly node: string; readonly script: string; readonly detail: string };
  guest_spec_unexplained: { readonly node: string; readonly guest: string; readonly wanted: string };
  guest_identity: { readonly node: string; readonly detail: string };
  /** `limit` is the most that ssh, or the guest's server, takes. */
  command_too_long: { readonly node: string; readonly bytes: number; readonly limit: number };
  copy_failed: { readonly node: string; readonly exitStatus: number; readonly said: string };
  /** A path on this host that a person named; `problem` completes its name. */
  path_unusable: { readonly path: string; readonly problem: string };
  script_unreadable: { readonly path: string; readonly problem: string };
  script_failed: { readonly node: string; readonly exitStatus: number };
  script_timed_out: { readonly node: string; readonly seconds: number };
  /** The person's own configuration of ssh is not changed; `line` is what they would add or remove themselves. */
  ssh_config_left_alone: {
    readonly path: string;
    readonly why: string;
    readonly line: string;
    readonly todo: 'add' | 'remove';
  };
  ssh_config_path: { readonly path: string; readonly character: string };
}
