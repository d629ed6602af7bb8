/** How a node is reached, in one word, or `-`. */
export function sshAddress(
  ssh: { readonly host: string; readonly port: number; readonly user: string } | null,
): string {
  return ssh === null ? '-' : `${ssh.user}@${ssh.host}:${String(ssh.port)}`;
}
