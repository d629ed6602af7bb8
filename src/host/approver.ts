import { createInterface } from 'node:readline';
import type { Answer, Approver } from '../ports/approver.ts';
import { heedAbort } from './heed-abort.ts';

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Aborted by Ctrl-C and the like: an open question is then declined. */
  readonly signal: AbortSignal;
}

/** Asks on the terminal and takes only the expected word for a yes; an end of input or an interruption is a no. */
export function terminalApprover({ input, output, signal }: Terminal): Approver {
  return {
    async confirm({ lines, expected }) {
      // Shown in any case: who has no terminal learns what the answer would be about.
      output.write(`${lines.join('\n')}\n`);
      if (input.isTTY !== true || output.isTTY !== true) return { kind: 'no_terminal' };
      output.write(`Type ${expected} to confirm: `);
      const typed = await readLine(input, signal);
      // Nobody has ended the prompt's line: what is said next is not to stand on it.
      if (typed === null) output.write('\n');
      return answerOf(typed, expected);
    },
  };
}

function answerOf(typed: string | null, expected: string): Answer {
  return typed === expected ? { kind: 'approved' } : { kind: 'declined', typed };
}

function readLine(input: NodeJS.ReadableStream, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    // Not `terminal: true`: the terminal's own line editing leaves Ctrl-C the signal that it is.
    const lines = createInterface({ input, terminal: false });
    const end = (answer: string | null) => {
      heedNoMore();
      resolve(answer);
      lines.close();
    };
    const decline = () => {
      end(null);
    };
    const heedNoMore = heedAbort(signal, decline);
    lines.once('line', (line) => {
      end(line.trim());
    });
    lines.once('close', decline);
    if (signal.aborted) decline();
  });
}
