/** Why a folder cannot be the home of a deployment. */
export type HomeProblem =
  | { readonly kind: 'not_a_folder' | 'dangling_link' | 'link_circle' | 'system_folder' | 'no_access' }
  | { readonly kind: 'another_users'; readonly uid: number }
  | { readonly kind: 'too_long'; readonly what: 'path' | 'name'; readonly bytes: number; readonly limit: number }
  | { readonly kind: 'not_writable'; readonly code: string };

/** Trouble with files, disks, ports and processes of the host. */
export interface HostFailures {
  disk_full: { readonly path: string; readonly mountPoint: string };
  read_only: { readonly path: string; readonly mountPoint: string };
  file_error: { readonly path: string; readonly doing: string; readonly code: string };
  /** `part` is what of the home's path that is in the way; the home itself where that is. */
  home_unusable: { readonly home: string; readonly part: string; readonly problem: HomeProblem };
  foreign_file: { readonly path: string; readonly kind: string };
  unknown_file: {
    readonly folder: string;
    readonly names: readonly string[];
    /** What is not touched because of it: all that was to go, what is left of the home, or the folder alone. */
    readonly stays: 'everything' | 'home' | 'folder';
  };
  path_too_long: { readonly path: string; readonly bytes: number; readonly limit: number };
  port_taken: { readonly port: number; readonly address: string };
  tool_missing: { readonly tool: string; readonly packages: string };
  /** There is no package manager that setup knows. */
  packages_unmanaged: { readonly packages: readonly string[] };
  /** `install` is the command to run as root. */
  packages_need_root: { readonly packages: readonly string[]; readonly install: string };
  /** Installed, and still not found. */
  packages_incomplete: { readonly tools: readonly string[] };
}
