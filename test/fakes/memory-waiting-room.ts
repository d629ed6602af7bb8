import type { WaitingRoom } from '../../src/ports/waiting-room.ts';

export interface MemoryWaitingRoom extends WaitingRoom {
  /** Epochs whose place is taken. Put one in to play a dead command. */
  readonly taken: Set<number>;
  /** Makes every place say that it was disturbed. */
  disturbed: boolean;
}

export function createMemoryWaitingRoom(): MemoryWaitingRoom {
  const room: MemoryWaitingRoom = {
    taken: new Set(),
    disturbed: false,
    tryEnter(epoch) {
      if (room.taken.has(epoch)) return Promise.resolve(null);
      room.taken.add(epoch);
      return Promise.resolve({
        epoch,
        compromised: () => room.disturbed,
        leave() {
          room.taken.delete(epoch);
          return Promise.resolve();
        },
      });
    },
  };
  return room;
}
