import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from './generated-files.ts';

const root = join(import.meta.dirname, '..', '..');

describe('generated files', () => {
  for (const [path, text] of generatedFiles()) {
    it(`${path} is fresh; npm run generate writes it`, () => {
      const file = join(root, path);
      if (process.env['GENERATE'] === '1') {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
      expect(readFileSync(file, 'utf8')).toBe(text);
    });
  }
});
