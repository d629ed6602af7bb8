import { mkdirSync, readdirSync, rmdirSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWaitingRoom } from '../../src/host/waiting-room.ts';
import { temporaryHome } from '../fakes/temporary-home.ts';

function room(home: string) {
  return createWaitingRoom({ absolute: (relative) => join(home, relative) });
}

describe('the waiting room', () => {
  it('has one place for each epoch, free again after leaving', async () => {
    const home = temporaryHome();
    const first = await room(home).tryEnter(4);
    expect(first?.epoch).toBe(4);
    expect(await room(home).tryEnter(4)).toBeNull();
    const next = await room(home).tryEnter(5);
    expect(next).not.toBeNull();
    await Promise.all([first?.leave(), next?.leave()]);
    const again = await room(home).tryEnter(4);
    expect(again).not.toBeNull();
    await again?.leave();
    expect(readdirSync(join(home, 'waiting'))).toEqual([]);
    expect(statSync(home).mode & 0o777).toBe(0o700);
  });

  it('never takes a place by age', async () => {
    const home = temporaryHome();
    const lock = join(home, 'waiting/4.lock');
    mkdirSync(lock, { recursive: true });
    utimesSync(lock, 0, 0);
    expect(await room(home).tryEnter(4)).toBeNull();
  });

  it('clears places of epochs that are over, but not of the one that is', async () => {
    const home = temporaryHome();
    for (const epoch of [1, 2, 3]) mkdirSync(join(home, 'waiting', `${String(epoch)}.lock`), { recursive: true });
    const place = await room(home).tryEnter(4);
    expect(readdirSync(join(home, 'waiting')).sort()).toEqual(['3.lock', '4.lock']);
    await place?.leave();
  });

  it('says when a place was disturbed, and leaving is still possible', async () => {
    const home = temporaryHome();
    const place = await room(home).tryEnter(4);
    expect(place?.compromised()).toBe(false);
    rmdirSync(join(home, 'waiting/4.lock'));
    for (let tries = 0; tries < 100 && place?.compromised() === false; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(place?.compromised()).toBe(true);
    await place?.leave();
  });

  it('is no hindrance where there can be none', async () => {
    const home = temporaryHome();
    mkdirSync(home);
    symlinkSync('/nonexistent', join(home, 'waiting'));
    expect(await room(home).tryEnter(4)).toBeNull();
  });
});
