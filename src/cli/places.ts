import { isAbsolute, join, resolve } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { GlobalOptions, Invocation } from './command.ts';

/** Where everything of one user is kept; absolute. */
export interface Places {
  /** `--home`, else `PADDOCK_HOME`, else `~/.paddock`. */
  readonly home: string;
  /** `PADDOCK_CACHE`, else `paddock` in the user's cache folder. */
  readonly cache: string;
  /** Short, private and gone after a reboot: sockets live there. */
  readonly runtime: string;
}

export interface PlacesRequest extends Pick<Invocation, 'env' | 'cwd'> {
  readonly global: Pick<GlobalOptions, 'home'>;
  /** Home folder of the user as the system knows it. */
  readonly userHome: string;
  readonly uid: number;
}

/** Decides the folders from what was typed and the environment; a relative one starts at the working directory. */
export function places({ env, cwd, global, userHome, uid }: PlacesRequest): Result<Places> {
  const home = global.home ?? (env['PADDOCK_HOME'] || join(userHome, '.paddock'));
  // The XDG specification has relative values ignored.
  const xdgCache = absoluteOr(env['XDG_CACHE_HOME'], join(userHome, '.cache'));
  const cache = env['PADDOCK_CACHE'] || join(xdgCache, 'paddock');
  const runtime = join(absoluteOr(env['XDG_RUNTIME_DIR'], `/tmp/paddock-${String(uid)}`), 'paddock');
  for (const wanted of [home, cache]) {
    if (!isAbsolute(wanted) && cwd === null) return fail(failure('working_directory_gone', { wanted }));
  }
  return ok({ home: resolve(cwd ?? '/', home), cache: resolve(cwd ?? '/', cache), runtime });
}

function absoluteOr(value: string | undefined, other: string): string {
  return value !== undefined && isAbsolute(value) ? value : other;
}
