import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

const minute = 60_000;

/** Files with labs of more than two machines: each has the host for itself. */
const wide = ['test/real/{four-nodes,plan}.test.ts', 'test/real/debian/**/*.test.ts'];

/** Vitest itself leaves one core idle, which on two cores takes twice as long. */
const allCores = { maxWorkers: '100%' };

/** How long a real machine may take in software emulation. */
const machineLimits = { testTimeout: 10 * minute, hookTimeout: 5 * minute };

export default defineConfig({
  define: { PADDOCK_VERSION: JSON.stringify(version) },
  test: {
    reporters: ['default'],
    coverage: { provider: 'v8', include: ['src/core/**', 'src/engine/**'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/{core,engine,ui,cli,host,qemu,style,scenarios}/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
          ...allCores,
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          exclude: ['test/contract/real/**'],
          testTimeout: 2 * minute,
          ...allCores,
        },
      },
      {
        extends: true,
        test: { name: 'crash', include: ['test/crash/**/*.test.ts'], testTimeout: 10 * minute, ...allCores },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['test/real/**/*.test.ts', 'test/contract/real/**/*.test.ts'],
          exclude: wide,
          ...machineLimits,
          // A machine keeps one core busy, and the commands around it leave the other idle for most of the time.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'wide',
          include: wide,
          ...machineLimits,
          maxWorkers: 1,
          // After all others.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
