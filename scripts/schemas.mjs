// Writes the JSON Schemas of the formats that other programs read; a test says when the committed ones are stale.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const bundled = await build({
  entryPoints: [join(root, 'src', 'core', 'published-schemas.ts')],
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
  logLevel: 'warning',
});
const code = Buffer.from(bundled.outputFiles[0].contents).toString('base64');
const { publishedSchemas } = await import(`data:text/javascript;base64,${code}`);
for (const [name, make] of Object.entries(publishedSchemas)) {
  writeFileSync(join(root, 'schemas', name), `${JSON.stringify(make(), null, 2)}\n`);
}
