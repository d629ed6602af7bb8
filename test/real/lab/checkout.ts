import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the checkout under test. */
export const checkout = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/u, '');

/** The built command. */
export const program = join(checkout, 'dist', 'paddock.cjs');
