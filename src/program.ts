import { runCli } from './cli/run-cli.ts';

/** Signals that ask for an end. What runs keeps running: the command stops at its next barrier. */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs one command line in this process, to its exit status. Exported by dist/program.cjs, which dist/paddock.cjs loads. */
export function runProgram(argv: readonly string[]): Promise<number> {
  const stop = new AbortController();
  for (const name of endingSignals) {
    process.on(name, () => {
      // A second Ctrl-C means now; the record and the guards of the effects carry it, as they carry a kill.
      if (name === 'SIGINT' && stop.signal.aborted) process.exit(130);
      stop.abort(name);
    });
  }
  // Without a listener a vanished reader or terminal (EPIPE, EIO) would end the process in the middle of a change.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  return runCli(argv, { process, signal: stop.signal });
}
