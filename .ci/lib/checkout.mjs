import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the checkout that this script stands in. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Images stay inside the checkout, out of the cache of the person who tries it. */
export const cache = process.env.PADDOCK_CACHE ?? join(root, '.cache', 'paddock');

export const program = join(root, 'dist', 'paddock.cjs');
