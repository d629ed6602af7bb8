import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, beforeAll } from 'vitest';
import { type BundledScript, bundleScript } from '../../fakes/bundle-script.ts';

/** A process that takes the fence of a home, makes three commits and lets it go, or keeps it until it is ended. */
export interface FenceHolder {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  /** What it has said so far: whom it waits for, and `owner EPOCH after MS ms`. */
  readonly output: () => string;
}

export type StartHolder = (home: string, behaviour: 'release' | 'keep') => FenceHolder;

/** Builds the program of these processes once for a test file; whatever still runs after a test is ended. */
export function fenceHolders(): StartHolder {
  let built: BundledScript | null = null;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    built = await bundleScript('test/contract/fence/fence-holder.program.ts');
    return built.remove;
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  return (home, behaviour) => {
    if (built === null) throw new Error('no test runs');
    const child = spawn('node', [built.path, home, behaviour], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    return { child, exited, output: () => output };
  };
}
