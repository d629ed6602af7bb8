import { sshConfigText } from '../core/guest/ssh-config-text.ts';
import type { Failure } from '../core/failure.ts';
import { ok, type Result } from '../core/result.ts';
import { homePaths } from '../core/state/home-paths.ts';
import type { StateDocument } from '../core/state/document.ts';
import type { Layout } from '../ports/layout.ts';
import type { SshConfigFiles } from '../ports/ssh-config-files.ts';
import type { StateStore } from '../ports/state-store.ts';
import { sshConfigHosts } from './lab-hosts.ts';

/** What plain ssh is set up through. */
export interface SshConfigPorts {
  readonly layout: Layout;
  readonly store: StateStore;
  readonly sshConfig: SshConfigFiles;
}

/** The configuration for what exists now. */
export function sshConfigOf(layout: Layout, document: StateDocument | null): Result<string> {
  return sshConfigText(sshConfigHosts(document), {
    home: layout.home,
    loginKey: layout.absolute(homePaths.loginKey),
    knownHosts: layout.absolute(homePaths.knownHosts),
  });
}

/**
 * After a command that may have changed the lab: writes the fragment anew where one was installed, and takes it out of
 * `config` once a purge has ended the lab. Trouble is told and fails nothing: the command has done its work.
 */
export async function refreshSshConfig(
  ports: SshConfigPorts,
  after: { readonly command: string; readonly config: string | null },
): Promise<readonly Failure[]> {
  const current = await ports.sshConfig.current();
  // Most labs have none: then the record need not be read again.
  if (after.command !== 'purge' && current.ok && current.value === null) return [];
  const read = await ports.store.read();
  if (!read.ok) return [];
  if (after.command === 'purge' && read.value === null) return withdraw(ports, after.config);
  if (!current.ok) return current.failures;
  if (current.value === null) return [];
  const text = sshConfigOf(ports.layout, read.value);
  if (!text.ok) return text.failures;
  const written = text.value === current.value ? ok(undefined) : await ports.sshConfig.write(text.value);
  return written.ok ? [] : written.failures;
}

async function withdraw(ports: SshConfigPorts, config: string | null): Promise<readonly Failure[]> {
  if (config === null) return [];
  const excluded = await ports.sshConfig.exclude(config);
  return excluded.ok ? [] : excluded.failures;
}
