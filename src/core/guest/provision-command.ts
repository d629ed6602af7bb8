export interface ProvisionCommand {
  readonly sudo: boolean;
  readonly timeoutSeconds: number;
}

/**
 * Words that take a script on stdin and run it in the guest, by its own first line, with nothing to read. The guest ends
 * it at the limit itself, because nothing tells a process there that the connection has gone.
 */
export function provisionCommand({ sudo, timeoutSeconds }: ProvisionCommand): readonly string[] {
  const limit = String(timeoutSeconds);
  const steps = [
    'umask 077',
    'f=$(mktemp) || exit',
    `trap 'rm -f "$f"' EXIT`,
    'cat >"$f" && chmod 700 "$f" || exit',
    'set -- "$f"',
    `if command -v timeout >/dev/null; then set -- timeout ${limit} "$@"; fi`,
    // sudo outside, so that what ends the script may end one that runs as root.
    ...(sudo ? ['set -- sudo -n "$@"'] : []),
    '"$@" </dev/null',
  ];
  return ['sh', '-c', steps.join('\n')];
}
