import type { Uuid } from '../names.ts';
import { remoteCommand } from './remote-command.ts';

/** One guest as ssh reaches it. */
export interface SshConnection {
  /** Its host key stands under this name in known_hosts: ports are reused, UUIDs are not. */
  readonly uuid: Uuid;
  readonly user: string;
  readonly port: number;
}

/** The key and the pinned host keys, as paths that ssh takes: plain names when ssh runs in their folder. */
export interface SshFiles {
  readonly loginKey: string;
  readonly knownHosts: string;
}

export interface SshSession {
  /** Null for a login shell. */
  readonly command: readonly string[] | null;
  /** True to ask for a terminal in the guest. */
  readonly terminal: boolean;
  readonly connectTimeoutSeconds: number;
}

/** What follows `ssh` on its command line. Nothing of the person's own configuration, agent or known hosts takes part. */
export function sshArgv(connection: SshConnection, files: SshFiles, session: SshSession): readonly string[] {
  return [
    '-F',
    'none',
    ...sshOptions(connection, files).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    '-o',
    `ConnectTimeout=${String(session.connectTimeoutSeconds)}`,
    session.terminal ? '-t' : '-T',
    '-l',
    connection.user,
    '-p',
    String(connection.port),
    '--',
    '127.0.0.1',
    ...(session.command === null ? [] : [remoteCommand(session.command)]),
  ];
}

/** The options that make the connection trustworthy, as ssh_config names and values. */
export function sshOptions(connection: SshConnection, files: SshFiles): readonly (readonly [string, string])[] {
  return [
    ['IdentityFile', files.loginKey],
    ['UserKnownHostsFile', files.knownHosts],
    ['GlobalKnownHostsFile', 'none'],
    ['HostKeyAlias', connection.uuid],
    ['HostKeyAlgorithms', 'ssh-ed25519'],
    ['StrictHostKeyChecking', 'yes'],
    ['UpdateHostKeys', 'no'],
    ['VerifyHostKeyDNS', 'no'],
    ['CheckHostIP', 'no'],
    // An agent with many keys would use up the guest's tries before ours is offered.
    ['IdentitiesOnly', 'yes'],
    ['IdentityAgent', 'none'],
    ['PreferredAuthentications', 'publickey'],
    ['GSSAPIAuthentication', 'no'],
    ['BatchMode', 'yes'],
    ['ControlMaster', 'no'],
    ['ControlPath', 'none'],
    ['ForwardAgent', 'no'],
    ['ForwardX11', 'no'],
    ['LogLevel', 'ERROR'],
  ];
}
