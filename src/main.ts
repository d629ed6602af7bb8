import { writeSync } from 'node:fs';
import { version } from './cli/version.ts';

const argv = process.argv.slice(2);

async function run(): Promise<void> {
  const { loadProgram } = await import('./load-program.ts');
  process.exit(await loadProgram(import.meta.dirname).runProgram(argv));
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
