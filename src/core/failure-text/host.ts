import type { FailureTexts } from '../failure-class.ts';
import type { HostFailures } from '../failure/host.ts';

export const hostTexts = {
  disk_full: {
    class: 'resource',
    left: 'known',
    message: (f) => `${f.path}: no space left on the file system at ${f.mountPoint}`,
  },
  file_error: {
    class: 'runtime',
    left: 'known',
    message: (f) => `${f.path}: cannot ${f.doing} (${f.code})`,
  },
  foreign_file: {
    class: 'integrity',
    left: 'nothing',
    message: (f) => `${f.path}: is a ${f.kind} that paddock did not make, and is left alone`,
  },
  unknown_file: {
    class: 'integrity',
    left: 'known',
    message: (f) => `${f.folder}: holds what no record of paddock names (${f.names.join(', ')}), so the folder stays`,
  },
  path_too_long: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `${f.path}: a socket path of ${String(f.bytes)} bytes, the limit is ${String(f.limit)}; set XDG_RUNTIME_DIR to a shorter folder`,
  },
  port_taken: {
    class: 'resource',
    left: 'nothing',
    message: (f) =>
      `port ${f.address}:${String(f.port)} is in use by another program; free it, then run the same command again`,
  },
  tool_missing: {
    class: 'capability',
    left: 'nothing',
    message: (f) => `${f.tool} is not installed or not on PATH (package ${f.packages})`,
  },
} satisfies FailureTexts<HostFailures>;
