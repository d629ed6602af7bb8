import { spawn, type ChildProcess } from 'node:child_process';
import { bundleScript } from '../../fakes/bundle-script.ts';

/** A process that takes the fence of a home, makes three commits and lets it go, or keeps it until it is ended. */
export interface FenceHolder {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  /** What it has said so far: whom it waits for, and `owner EPOCH after MS ms`. */
  readonly output: () => string;
}

export interface FenceHolders {
  readonly start: (home: string, behaviour: 'release' | 'keep') => FenceHolder;
  /** Ends those that still run. */
  readonly end: () => void;
  readonly remove: () => void;
}

/** Builds the program of these processes once. */
export async function fenceHolders(): Promise<FenceHolders> {
  const { path, remove } = await bundleScript('test/contract/fence/fence-holder.program.ts');
  const children: ChildProcess[] = [];
  const start = (home: string, behaviour: 'release' | 'keep'): FenceHolder => {
    const child = spawn('node', [path, home, behaviour], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    return { child, exited, output: () => output };
  };
  const end = (): void => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  };
  return { start, end, remove };
}
