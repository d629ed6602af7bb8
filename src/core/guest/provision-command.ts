export interface ProvisionCommand {
  readonly sudo: boolean;
  readonly timeoutSeconds: number;
}

/**
 * Words that take a script on stdin and run it in the guest as run-provision.sh says, with `runner` (its text) as one of
 * them. Root or not, the whole runner is: only so may it end what it started. Comments stay at home, because small ssh servers take some thousand characters at most.
 */
export function provisionCommand(
  runner: string,
  { sudo, timeoutSeconds, scriptBytes }: ProvisionCommand & { readonly scriptBytes: number },
): readonly string[] {
  const text = runner.replaceAll(/^#.*\n/gmu, '');
  const words = ['sh', '-c', text, 'paddock', String(timeoutSeconds), String(scriptBytes)];
  return sudo ? ['sudo', '-n', ...words] : words;
}
