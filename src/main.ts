import { writeSync } from 'node:fs';
import { version } from './cli/version.ts';

const argv = process.argv.slice(2);

/** Signals that ask for an end. What runs keeps running: the command stops at its next barrier. */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function run(): Promise<void> {
  const { runCli } = await import('./cli/run-cli.ts');
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
  process.exit(await runCli(argv, { process, signal: stop.signal }));
}

/** Written without opening process.stdout, which alone costs a tenth of the start-up; false when it did not work. */
function printVersion(): boolean {
  try {
    return writeSync(1, `${version}\n`) > version.length;
  } catch {
    return false;
  }
}

const asksVersion = argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V');
// What went wrong with the writing is judged in one place, by the second try.
if (!asksVersion || !printVersion()) void run();
