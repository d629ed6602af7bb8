import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fat12Volume } from '../../../src/core/seed/fat12.ts';
import { encodeUtf8 } from '../../../src/core/seed/utf8.ts';

const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;
const missing = ['mdir', 'mtype', 'file', 'fsck.fat'].filter(
  (tool) => spawnSync('sh', ['-c', `command -v ${tool}`], { env: { PATH: path } }).status !== 0,
);
if (missing.length > 0)
  process.stdout.write(`skipped: the seed volume under other programs, for want of ${missing.join(', ')}\n`);

describe.skipIf(missing.length > 0)('the seed volume under other programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-seed-'));
  const image = join(folder, 'seed.img');
  const run = (program: string, ...argv: readonly string[]): string =>
    execFileSync(program, argv, { encoding: 'utf8', env: { PATH: path } });
  const big = `#cloud-config\n${'# line\n'.repeat(4000)}`;

  beforeAll(() => {
    const files = [
      { name: 'meta-data', bytes: encodeUtf8('instance-id: "x"\n') },
      { name: 'user-data', bytes: encodeUtf8(big) },
      { name: 'network-config', bytes: encodeUtf8('version: 2\n') },
    ];
    writeFileSync(image, fat12Volume('CIDATA', files));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is FAT12 labelled CIDATA to file(1)', () => {
    const seen = run('file', '-b', image);
    expect(seen).toContain('FAT (12 bit)');
    expect(seen).toContain('label: "CIDATA     "');
  });

  it('has nothing that fsck.fat would mend', () => {
    const checked = spawnSync('fsck.fat', ['-n', '-v', image], { encoding: 'utf8', env: { PATH: path } });
    // The label counts as one.
    expect(checked.stdout).toContain('4 files');
    expect(checked.status).toBe(0);
  });

  it('shows its long names and gives its bytes back through mtools', () => {
    const listing = run('mdir', '-i', image, '-b', '::');
    expect(listing.trim().split('\n')).toEqual(['::/meta-data', '::/user-data', '::/network-config']);
    expect(run('mtype', '-i', image, '::/user-data')).toBe(big);
  });
});
