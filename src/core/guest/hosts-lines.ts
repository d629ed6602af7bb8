/** One line of a hosts file for each node: its address, its name, its aliases. */
export function hostsLines(
  hosts: readonly { readonly name: string; readonly address: string; readonly aliases: readonly string[] }[],
): readonly string[] {
  return hosts.map(({ name, address, aliases }) => [address, name, ...aliases].join(' '));
}
