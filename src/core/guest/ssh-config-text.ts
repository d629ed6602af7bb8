import { failure } from '../failure.ts';
import { fail, ok, type Result } from '../result.ts';
import { type SshConnection, type SshFiles, sshOptions } from './ssh-argv.ts';

/** One node as plain ssh is to know it. */
export interface SshConfigHost extends SshConnection {
  /** Its name first, then aliases and the fixed address. */
  readonly names: readonly string[];
}

/** What belongs to a single run of ours and not to the person's own way of using ssh. */
const ownRunsOnly: ReadonlySet<string> = new Set([
  'BatchMode',
  'ControlMaster',
  'ControlPath',
  'LogLevel',
  'ForwardX11',
]);

/** Characters that OpenSSH, in one version or another, expands, unquotes or matches with in the paths of a configuration. */
const special = /["\\%$*?[\u0000-\u001f\u007f]/u;

/**
 * The OpenSSH configuration for these nodes, pinned like our own runs of ssh. `ssh_config_path` when one of the paths
 * cannot stand in such a file: older versions cannot quote everything, so none of it is tried.
 */
export function sshConfigText(
  hosts: readonly SshConfigHost[],
  files: SshFiles & { readonly home: string },
): Result<string> {
  const [character] = special.exec(files.home) ?? [];
  if (character !== undefined) return fail(failure('ssh_config_path', { path: files.home, character }));
  const heading = `# Written by paddock for the lab in ${files.home}, and again by each command that changes it.\n`;
  const quoted = { loginKey: `"${files.loginKey}"`, knownHosts: `"${files.knownHosts}"` };
  return ok([heading, ...hosts.map((host) => hostBlock(host, quoted))].join('\n'));
}

function hostBlock(host: SshConfigHost, files: SshFiles): string {
  const options = sshOptions(host, files).filter(([name]) => !ownRunsOnly.has(name));
  const lines = [['HostName', '127.0.0.1'], ['Port', String(host.port)], ['User', host.user], ...options];
  return [`Host ${host.names.join(' ')}`, ...lines.map(([name = '', value = '']) => `  ${name} ${value}`), ''].join(
    '\n',
  );
}
