/** The 8.3 alias of a long name, eleven characters, not among `taken`: `meta-data` → `META-D~1   `. */
export function shortName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.');
  const stem = clean(dot > 0 ? name.slice(0, dot) : name);
  const extension = clean(dot > 0 ? name.slice(dot + 1) : '').slice(0, 3);
  for (let number = 1; number < 100; number += 1) {
    const tail = `~${String(number)}`;
    const candidate = (stem.slice(0, 8 - tail.length) + tail).padEnd(8) + extension.padEnd(3);
    if (!taken.has(candidate)) return candidate;
  }
  throw new RangeError(`no short name is free for ${name}`);
}

function clean(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9_-]/g, '');
}
