import type { FailureTexts } from '../failure-class.ts';
import type { HomeProblem, HostFailures } from '../failure/host.ts';
import { neededTools } from '../host/needed-tools.ts';
import { unreachable } from '../unreachable.ts';

export const hostTexts = {
  disk_full: {
    class: 'resource',
    left: 'known',
    message: (f) =>
      `${f.path}: no space left on the file system at ${f.mountPoint}; free some there, then run the same command again`,
  },
  read_only: {
    class: 'resource',
    left: 'known',
    message: (f) =>
      `${f.path}: the file system at ${f.mountPoint} is read-only; make it writable, then run the same command again`,
  },
  file_error: {
    class: 'runtime',
    left: 'known',
    message: (f) => `${f.path}: cannot ${f.doing} (${f.code})`,
  },
  home_unusable: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `${short(f.part)}: ${homeTrouble(f.problem)}, so ${f.part === f.home ? 'it' : short(f.home)} cannot be the home of a lab; name a folder of yours with --home or PADDOCK_HOME`,
  },
  foreign_file: {
    class: 'integrity',
    left: 'nothing',
    message: (f) =>
      `${f.path}: is a ${f.kind} that paddock did not make, and is left alone; move it out of the way, then run the same command again`,
  },
  unknown_file: {
    class: 'integrity',
    left: 'known',
    message: (f) =>
      `${f.folder}: holds what no record of paddock names (${f.names.join(', ')}), so ${staying[f.stays]}; move ${f.names.length === 1 ? 'it' : 'them'} away, then run the same command again`,
    next: (f) => (f.stays === 'everything' ? [['status']] : []),
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
    next: (f) => (setUpBrings(f.tool) ? [['setup']] : []),
  },
  packages_unmanaged: {
    class: 'capability',
    left: 'nothing',
    message: (f) =>
      `there is no apt-get on this host; install what these Debian packages bring: ${f.packages.join(', ')}`,
  },
  packages_need_root: {
    class: 'capability',
    left: 'nothing',
    message: (f) => `installing packages needs root, and sudo is not here or would ask; run as root: ${f.install}`,
  },
  packages_incomplete: {
    class: 'capability',
    left: 'known',
    message: (f) => `the packages were installed, and this is still missing: ${f.tools.join(', ')}`,
  },
} satisfies FailureTexts<HostFailures>;

const staying = {
  everything: 'nothing is changed',
  home: 'what is left of the home stays',
  folder: 'the folder stays',
} as const satisfies { readonly [S in HostFailures['unknown_file']['stays']]: string };

/** Whether `setup` knows a package for a tool of this name. */
function setUpBrings(tool: string): boolean {
  return (['amd64', 'arm64'] as const).some((arch) => neededTools(arch).some((each) => each.tool === tool));
}

/** A path that may be absurdly long, by its beginning. */
function short(path: string): string {
  return path.length <= 200 ? path : `${path.slice(0, 60)}…`;
}

function homeTrouble(problem: HomeProblem): string {
  switch (problem.kind) {
    case 'not_a_folder':
      return 'is not a folder';
    case 'dangling_link':
      return 'is a link to something that does not exist';
    case 'link_circle':
      return 'is a link that leads in a circle';
    case 'system_folder':
      return 'is a view of the running system, where files cannot be kept';
    case 'no_access':
      return 'is closed to you';
    case 'another_users':
      return `belongs to another user (uid ${String(problem.uid)})`;
    case 'too_long':
      return `has a ${problem.what} of ${String(problem.bytes)} bytes, the limit is ${String(problem.limit)}`;
    case 'not_writable':
      return `cannot be written (${problem.code})`;
    default:
      return unreachable(problem);
  }
}
