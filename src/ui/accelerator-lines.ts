/** One node and the accelerator it runs with. */
export interface Accelerated {
  readonly name: string;
  readonly accelerator: { readonly name: string; readonly reason: string } | null;
}

/** Each accelerator in use with its reason, once, and the nodes only where they differ. */
export function acceleratorLines(nodes: readonly Accelerated[]): readonly string[] {
  const users = new Map<string, string[]>();
  for (const { name, accelerator } of nodes) {
    if (accelerator === null) continue;
    const line = `accelerator: ${accelerator.name} (${accelerator.reason})`;
    users.set(line, [...(users.get(line) ?? []), name]);
  }
  if (users.size === 1) return [...users.keys()];
  return [...users].map(([line, names]) => `${line}: ${names.join(', ')}`);
}
