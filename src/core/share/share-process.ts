import type { ShareServer } from './share-server.ts';

/** One share that is to be served. */
export interface ShareProcess {
  readonly server: ShareServer;
  /** Absolute path of a folder that was checked. */
  readonly source: string;
  readonly readonly: boolean;
  readonly socket: string;
  readonly logFile: string;
}

/** The word of a server's command line by which it is found in the process table: no two VMs have the same. */
export function shareWord(socket: string): string {
  return `--socket-path=${socket}`;
}

export interface ShareCommand {
  readonly executable: string;
  readonly argv: readonly string[];
}

/** How the server is started. It ends by itself when its VM does. */
export function shareCommand(share: ShareProcess): ShareCommand {
  const served = share.server.kind === 'c' ? inC(share) : inRust(share);
  return share.readonly && !share.server.refusesWrites ? behindReadOnlyMount(share, served) : served;
}

function inC({ server, source, socket }: ShareProcess): ShareCommand {
  // Options are separated by commas, and a backslash takes the meaning of the next character away.
  const escaped = source.replaceAll(/[\\,]/gu, '\\$&');
  return { executable: server.executable, argv: ['-f', shareWord(socket), '-o', `source=${escaped}`] };
}

function inRust({ server, source, socket, readonly }: ShareProcess): ShareCommand {
  const refuse = readonly && server.refusesWrites ? ['--readonly'] : [];
  // Its own namespace would need ids that an ordinary user may not have; as root it is the default.
  const sandbox = server.asRoot ? [] : ['--sandbox=none'];
  return {
    executable: server.executable,
    argv: [shareWord(socket), `--shared-dir=${source}`, ...sandbox, ...refuse],
  };
}

/** A mount namespace of its own in which the folder is read-only: a guest's root could undo a read-only mount inside. */
function behindReadOnlyMount({ source }: ShareProcess, { executable, argv }: ShareCommand): ShareCommand {
  const script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"';
  return {
    executable: '/usr/bin/unshare',
    argv: ['--mount', '--propagation', 'private', '/bin/sh', '-c', script, 'sh', source, executable, ...argv],
  };
}
