/** Trouble with files, disks, ports and processes of the host. */
export interface HostFailures {
  disk_full: { readonly path: string; readonly mountPoint: string };
  file_error: { readonly path: string; readonly doing: string; readonly code: string };
  foreign_file: { readonly path: string; readonly kind: string };
  unknown_file: { readonly folder: string; readonly names: readonly string[] };
  path_too_long: { readonly path: string; readonly bytes: number; readonly limit: number };
  port_taken: { readonly port: number; readonly address: string };
  tool_missing: { readonly tool: string; readonly packages: string };
}
