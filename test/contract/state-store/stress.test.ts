import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isReserveFile } from '../../../src/host/reserve.ts';
import { bundleScript } from '../../fakes/bundle-script.ts';

const run = promisify(execFile);

describe('the commit rule under stress', () => {
  it('8 processes make 2,000 commits with 5 versions kept: none is false, none is lost', async () => {
    const script = await bundleScript('test/contract/state-store/stress-writer.program.ts');
    const home = mkdtempSync('/tmp/paddock-stress-');
    const writers = Array.from({ length: 8 }, () =>
      run('node', [script.path, home, '2000', '5'], { maxBuffer: 1 << 20 }),
    );
    const claimed = (await Promise.all(writers)).flatMap((writer) => JSON.parse(writer.stdout) as number[]);
    const drafts = readdirSync(join(home, 'state')).filter((name) => name.startsWith('.draft-'));
    // Writers that are still at work hold back what they build on; a commit made alone keeps just what it should.
    await run('node', [script.path, home, '2001', '5']);
    const files = readdirSync(join(home, 'state')).filter((name) => !isReserveFile(name));
    const newest = JSON.parse(readFileSync(join(home, 'state', '0000002000.json'), 'utf8')) as {
      fence: { epoch: number };
    };
    rmSync(home, { recursive: true });
    script.remove();
    // Every version has exactly one writer that believes it made it, and every commit built on the one before.
    expect(claimed.sort((a, b) => a - b)).toEqual(Array.from({ length: 2000 }, (_, index) => index + 1));
    expect(newest.fence.epoch).toBe(2000);
    expect(drafts).toEqual([]);
    expect(files).toEqual([
      '0000001997.json',
      '0000001998.json',
      '0000001999.json',
      '0000002000.json',
      '0000002001.json',
    ]);
  }, 120_000);
});
