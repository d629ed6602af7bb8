/** What a system's error on a path that a person typed says about the path; completes the path's name. */
export function pathTrouble(code: string): string {
  return words.get(code) ?? `cannot be used (${code})`;
}

const words: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'is not there'],
  ['ENOTDIR', 'leads through something that is no folder'],
  ['EACCES', 'may not be used by this user'],
  ['EPERM', 'may not be used by this user'],
  ['EISDIR', 'is a folder'],
  ['ELOOP', 'is a link that leads nowhere'],
  ['ENAMETOOLONG', 'is too long'],
  ['ETIMEDOUT', 'gave nothing for a minute'],
]);
