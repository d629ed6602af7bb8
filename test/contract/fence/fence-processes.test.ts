import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StateDocument } from '../../../src/core/state/document.ts';
import { temporaryHome } from '../../fakes/temporary-home.ts';
import { fenceHolders } from './fence-holders.ts';

const start = fenceHolders();

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !holds(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  if (!holds()) throw new Error('waited in vain');
}

function newest(home: string): StateDocument {
  const file = readdirSync(join(home, 'state')).sort().at(-1) ?? '';
  return JSON.parse(readFileSync(join(home, 'state', file), 'utf8')) as StateDocument;
}

describe('the fence between processes', () => {
  it('passes from one to the next, and nobody loses a change', async () => {
    const home = temporaryHome();
    const commands = Array.from({ length: 4 }, () => start(home, 'release'));
    expect(await Promise.all(commands.map((each) => each.exited))).toEqual([0, 0, 0, 0]);
    const document = newest(home);
    expect([document.fence, document.events.length, new Set(document.events.map((each) => each.key)).size]).toEqual([
      { epoch: 4, owner: null },
      12,
      12,
    ]);
    expect(readdirSync(join(home, 'waiting'))).toEqual([]);
  });

  it('is free within a second after its owner was killed, though the owner left its place taken', async () => {
    const home = temporaryHome();
    const owner = start(home, 'keep');
    await until(() => owner.output().includes('owner 1'));
    const waiter = start(home, 'release');
    await until(() => waiter.output().includes(`waiting for keep (pid ${String(owner.child.pid)})`));
    expect(waiter.output()).not.toContain('owner');
    owner.child.kill('SIGKILL');
    const killed = performance.now();
    await until(() => waiter.output().includes('owner 2'));
    expect(performance.now() - killed).toBeLessThan(1000);
    expect(await waiter.exited).toBe(0);
  });

  it('stays with an owner that is stopped, however long nothing is heard of it', async () => {
    const home = temporaryHome();
    const owner = start(home, 'keep');
    await until(() => owner.output().includes('owner 1'));
    owner.child.kill('SIGSTOP');
    const waiter = start(home, 'release');
    await until(() => waiter.output().includes('waiting for'));
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(waiter.output()).not.toContain('owner 2');
    expect(newest(home).fence.epoch).toBe(1);
  });
});
