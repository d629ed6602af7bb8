import type { Clock } from '../ports/clock.ts';
import type { Place, WaitingRoom } from '../ports/waiting-room.ts';

/** The place may belong to a dead command, so a fence that stays free is taken without it after this long. */
const patienceMs = 600;

/** One command's way through the waiting room: a new place for every epoch. */
export class PlaceInLine {
  readonly #room: WaitingRoom;
  readonly #clock: Clock;
  #place: Place | null = null;
  #free: { readonly epoch: number; readonly sinceMs: number } | null = null;

  constructor(ports: { readonly waitingRoom: WaitingRoom; readonly clock: Clock }) {
    this.#room = ports.waitingRoom;
    this.#clock = ports.clock;
  }

  /** Whether this command should try to own the epoch now. */
  async isMyTurn(epoch: number, fence: 'free' | 'held'): Promise<boolean> {
    if (this.#place?.epoch !== epoch || this.#place.compromised()) {
      await this.leave();
      this.#place = await this.#room.tryEnter(epoch);
    }
    if (fence === 'held') {
      this.#free = null;
      return false;
    }
    if (this.#place !== null) return true;
    const now = this.#clock.monotonicMs();
    if (this.#free?.epoch !== epoch) this.#free = { epoch, sinceMs: now };
    return now - this.#free.sinceMs >= patienceMs;
  }

  /** Hands the place over to the owner of the fence. */
  take(): Place | null {
    const place = this.#place;
    this.#place = null;
    return place;
  }

  async leave(): Promise<void> {
    await this.take()?.leave();
  }
}
