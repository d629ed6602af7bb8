import { nearestName } from '../core/nearest-name.ts';

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
  const nearest = nearestName(typed, names);
  return nearest === null ? [] : [nearest];
}
