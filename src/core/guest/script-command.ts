/** What a guest must see arrive before it runs anything. */
export interface SentScript {
  /** Seconds that the script may take; the wait for an earlier one may take as long again. */
  readonly limitSeconds: number;
  readonly scriptBytes: number;
  /** Lower-case hex. */
  readonly scriptSha256: string;
  readonly inputSha256: string;
  readonly arguments: readonly string[];
}

/**
 * The words that ssh hands to the guest, with `runner` (the text of run-script.sh) as one of them. Comments stay at home:
 * small ssh servers take some thousand characters at most.
 */
export function scriptCommand(runner: string, sent: SentScript): readonly string[] {
  const text = runner.replaceAll(/^#.*\n/gmu, '');
  const { limitSeconds, scriptBytes, scriptSha256, inputSha256 } = sent;
  const facts = [String(limitSeconds), String(scriptBytes), scriptSha256, inputSha256];
  return ['sudo', '-n', 'sh', '-c', text, 'paddock', ...facts, ...sent.arguments];
}
