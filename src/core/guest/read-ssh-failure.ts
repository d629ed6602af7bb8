/** What a failed ssh try means: `identity` can never become right by waiting, the rest can. */
export type SshFailure =
  | { readonly kind: 'identity'; readonly detail: string }
  | { readonly kind: 'not_yet'; readonly detail: string };

/**
 * Reads ssh's own words, in the C locale. OpenSSH gives one exit status, 255, for every failure of its own, so its fixed
 * sentence about the host key is the only sign that tells a stranger from a guest that is still starting.
 */
export function readSshFailure(stderr: string): SshFailure {
  const lines = stderr.split('\n').map((line) => line.trim());
  if (lines.includes('Host key verification failed.')) {
    return { kind: 'identity', detail: 'answers with another host key than the one it was given' };
  }
  return { kind: 'not_yet', detail: lines.findLast((line) => line !== '') ?? 'ssh gave no reason' };
}
