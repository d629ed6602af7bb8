import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Invocation } from './command.ts';

export interface UserSshConfig {
  readonly path: string;
  /** The one that ssh reads, where it is another: ssh goes by the account and not by HOME. */
  readonly readInstead: string | null;
}

/** The person's own configuration of ssh. */
export function userSshConfig(env: Invocation['env']): UserSshConfig {
  const read = accountHome();
  const home = env['HOME'] ?? '';
  const path = place(home === '' ? (read ?? homedir()) : home);
  return { path, readInstead: read === null || place(read) === path ? null : place(read) };
}

function place(home: string): string {
  return join(home, '.ssh', 'config');
}

/** Null for a user that no account is known of, as in some containers. */
function accountHome(): string | null {
  try {
    return userInfo().homedir;
  } catch {
    return null;
  }
}
