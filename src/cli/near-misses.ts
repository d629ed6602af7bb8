/** Words of other tools for what we do. They are only ever suggested: an alias that deletes is a trap. */
const words: { readonly [word: string]: readonly string[] } = {
  down: ['stop', 'destroy'],
  halt: ['stop'],
  poweroff: ['stop'],
  shutdown: ['stop'],
  suspend: ['stop'],
  kill: ['stop --force'],
  rm: ['destroy'],
  remove: ['destroy'],
  delete: ['destroy'],
  undefine: ['destroy'],
  clean: ['purge'],
  nuke: ['purge'],
  apply: ['up'],
  create: ['up'],
  converge: ['up'],
  deploy: ['up'],
  launch: ['up'],
  run: ['up', 'exec'],
  boot: ['start'],
  resume: ['start'],
  reboot: ['restart'],
  ps: ['status'],
  ls: ['status'],
  list: ['status'],
  info: ['status'],
  shell: ['ssh'],
  login: ['ssh'],
  connect: ['ssh', 'console'],
  log: ['logs'],
  diff: ['plan'],
  check: ['validate'],
  lint: ['validate'],
  new: ['init'],
  rebuild: ['recreate'],
  images: ['image list'],
  build: ['image build'],
  import: ['image import'],
};

/** Commands that somebody who typed `typed` may have meant, the likeliest first; none when nothing is near. */
export function nearMisses(typed: string, names: readonly string[]): readonly string[] {
  const known = words[typed.toLowerCase()];
  if (known !== undefined) return known;
  const near = names
    .map((name) => ({ name, distance: editDistance(typed.toLowerCase(), name) }))
    .filter(({ name, distance }) => distance <= Math.min(2, Math.floor(name.length / 2)))
    .sort((a, b) => a.distance - b.distance);
  return near.slice(0, 1).map(({ name }) => name);
}

/** Levenshtein, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(b).entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
