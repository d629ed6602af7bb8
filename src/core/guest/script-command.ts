/** What a guest must see arrive before it runs anything. */
export interface SentScript {
  /** Seconds that the script may take; the wait for an earlier one may take as long again. */
  readonly limitSeconds: number;
  readonly scriptBytes: number;
  /** Over the script and its input, in lower-case hex. */
  readonly sha256: string;
}

/** What stands behind every script: its input follows in the same file, and is no script. */
export const scriptEnd = '\nexit\n';

/**
 * The words that ssh hands to the guest, with `runner` (the text of run-script.sh) as one of them. Comments stay at home:
 * small ssh servers take some thousand characters at most.
 */
export function scriptCommand(runner: string, words: readonly string[]): readonly string[] {
  return ['sudo', '-n', 'sh', '-c', withoutComments(runner), 'paddock', ...words];
}

/** The first line of what run-script.sh reads. */
export function scriptHeader({ limitSeconds, scriptBytes, sha256 }: SentScript): string {
  return `${String(limitSeconds)} ${String(scriptBytes)} ${sha256}\n`;
}

export function withoutComments(runner: string): string {
  return runner.replaceAll(/^#.*\n/gmu, '');
}
