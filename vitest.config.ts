import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

const minute = 60_000;

/** Real machines share two cores: their tests run one file at a time. */
const serial = { fileParallelism: false, maxWorkers: 1 };

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
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          exclude: ['test/contract/real/**'],
          testTimeout: 2 * minute,
        },
      },
      { extends: true, test: { name: 'crash', include: ['test/crash/**/*.test.ts'], testTimeout: 10 * minute } },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['test/real/**/*.test.ts', 'test/contract/real/**/*.test.ts'],
          testTimeout: 10 * minute,
          hookTimeout: 5 * minute,
          ...serial,
        },
      },
    ],
  },
});
