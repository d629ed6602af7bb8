import { searchPath } from './search-path.ts';

/** What every program gets that does not take over the caller's terminal: see Programs. */
export function cleanEnvironment(): { readonly [name: string]: string } {
  const kept = ['HOME', 'USER', 'LOGNAME', 'TMPDIR'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), PATH: searchPath(process.env['PATH']), LANG: 'C', LC_ALL: 'C' };
}
