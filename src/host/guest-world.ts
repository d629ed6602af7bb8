import { basename } from 'node:path/posix';
import type { SshFiles } from '../core/guest/ssh-argv.ts';
import { homePaths } from '../core/state/home-paths.ts';
import type { Clock } from '../ports/clock.ts';
import type { Programs } from '../ports/programs.ts';

/** What the way into a guest is made of. */
export interface GuestWorld {
  readonly programs: Programs;
  readonly clock: Clock;
  /** Absolute; holds the login key and known_hosts. */
  readonly keysFolder: string;
  /** Absolute; holds the scripts that run inside guests. */
  readonly scriptsFolder: string;
  /** Which of our own streams are terminals. */
  readonly terminal: { readonly stdin: boolean; readonly stdout: boolean };
}

/**
 * Names within the keys folder, in which ssh runs. ssh splits the value of UserKnownHostsFile at spaces and expands `%`,
 * `~` and `${}` in it, and older ones cannot quote: no such character of the home ever reaches it this way.
 */
export const sshFiles: SshFiles = {
  loginKey: basename(homePaths.loginKey),
  knownHosts: basename(homePaths.knownHosts),
};
