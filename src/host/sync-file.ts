import { fsync } from 'node:fs';
import { promisify } from 'node:util';

/** Returns once what the descriptor stands for would survive power loss. Throws the system's error. */
export const syncFile: (descriptor: number) => Promise<void> = promisify(fsync);
