import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { Layout } from '../ports/layout.ts';
import { checkHomeFolder } from './check-home-folder.ts';
import { realPath } from './mount-point.ts';

export interface LayoutOptions {
  readonly env: { readonly [name: string]: string | undefined };
  /** `--home`, which wins over PADDOCK_HOME. */
  readonly home: string | null;
  /** Null when the current folder is gone; only a relative path needs it. */
  readonly cwd: string | null;
  readonly uid: number;
}

/** The paths of this user on this host. Looks, but makes nothing. */
export function createLayout(options: LayoutOptions): Result<Layout> {
  const asked =
    set(options.home ?? undefined) ?? set(options.env['PADDOCK_HOME']) ?? join(userHome(options.env), '.paddock');
  const askedCache = set(options.env['PADDOCK_CACHE']) ?? join(cacheHome(options.env), 'paddock');
  if (options.cwd === null && !(isAbsolute(asked) && isAbsolute(askedCache))) {
    return fail(failure('file_error', { path: asked, doing: 'find it: the current folder is gone', code: 'ENOENT' }));
  }
  const home = resolve(options.cwd ?? '/', asked);
  const usable = checkHomeFolder(home, options.uid);
  if (!usable.ok) return usable;
  return ok(layoutOf({ home, cache: resolve(options.cwd ?? '/', askedCache), sockets: socketFolder(home, options) }));
}

function layoutOf(folders: { readonly home: string; readonly cache: string; readonly sockets: string }): Layout {
  return {
    home: folders.home,
    cache: folders.cache,
    absolute: (relative) => resolve(folders.home, relative),
    sockets(uuid) {
      const stem = join(folders.sockets, uuid.slice(0, 8));
      return { monitor: `${stem}.qmp`, probe: `${stem}.probe`, console: `${stem}.tty`, lock: `${stem}.pid` };
    },
  };
}

/**
 * Where this home has its sockets. The variable differs between a desktop session, cron and `su`, and a VM must be found
 * from each of them: a folder of ours that is there already wins, and only a new one goes where this session wants it.
 */
function socketFolder(home: string, options: LayoutOptions): string {
  // By the real folder: a home that is reached through a link has the same sockets.
  const name = createHash('sha256').update(realPath(home)).digest('hex').slice(0, 8);
  const fallback = `/tmp/paddock-${String(options.uid)}`;
  const asked = set(options.env['XDG_RUNTIME_DIR']);
  // The specification of these variables says that a relative one is to be ignored.
  const wanted = asked !== null && isAbsolute(asked) ? asked : fallback;
  const folders = [wanted, `/run/user/${String(options.uid)}`, fallback].map((base) => join(base, 'paddock', name));
  return folders.find((folder) => isOwnFolder(folder, options.uid)) ?? join(wanted, 'paddock', name);
}

function isOwnFolder(folder: string, uid: number): boolean {
  try {
    const facts = lstatSync(folder);
    return facts.isDirectory() && facts.uid === uid;
  } catch {
    return false;
  }
}

function cacheHome(env: LayoutOptions['env']): string {
  const asked = set(env['XDG_CACHE_HOME']);
  return asked !== null && isAbsolute(asked) ? asked : join(userHome(env), '.cache');
}

function userHome(env: LayoutOptions['env']): string {
  // homedir() of node gives an empty HOME as it stands.
  return set(env['HOME']) ?? userInfo().homedir;
}

/** An empty variable is the same as none. */
function set(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value;
}
