import { type SshConnection, type SshFiles, sshOptions } from './ssh-argv.ts';

export interface ScpCopy {
  readonly direction: 'to_node' | 'from_node';
  /** Paths of this host are absolute, those of the guest absolute or below its user's home. */
  readonly sources: readonly string[];
  readonly destination: string;
  readonly recursive: boolean;
  readonly preserve: boolean;
  /** False to draw no progress. */
  readonly progress: boolean;
}

/**
 * What follows `scp` on its command line, over SFTP: no shell of the guest reads a path. Nothing of the person's own
 * configuration takes part. A guest that falls silent ends the copy within a minute.
 */
export function scpArgv(connection: SshConnection, files: SshFiles, copy: ScpCopy): readonly string[] {
  const inGuest = (path: string) => `127.0.0.1:${path}`;
  const to = copy.direction === 'to_node';
  return [
    '-s',
    ...['-F', 'none'],
    ...sshOptions(connection, files).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    ...['-o', `User=${connection.user}`],
    ...['-o', 'ConnectTimeout=15', '-o', 'ServerAliveInterval=15', '-o', 'ServerAliveCountMax=4'],
    ...['-P', String(connection.port)],
    ...(copy.recursive ? ['-r'] : []),
    ...(copy.preserve ? ['-p'] : []),
    ...(copy.progress ? [] : ['-q']),
    '--',
    ...copy.sources.map((path) => (to ? path : inGuest(literal(guestPath(path))))),
    to ? inGuest(guestPath(copy.destination)) : copy.destination,
  ];
}

/** scp matches what it fetches against patterns; each character of a name stands for itself. */
function literal(path: string): string {
  return path.replaceAll(/[\\*?[\]]/g, '\\$&');
}

/** The home of the user is where relative paths begin; `~name` is the home of somebody else to scp, and a file to us. */
function guestPath(path: string): string {
  if (path === '' || path === '~') return '.';
  if (path.startsWith('~/')) return `./${path.slice(2)}`;
  return path.startsWith('~') ? `./${path}` : path;
}
