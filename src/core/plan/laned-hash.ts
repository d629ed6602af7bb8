import { compareText } from '../compare-text.ts';
import type { Sha256 } from '../names.ts';
import { canonicalJson } from '../spec/canonical-json.ts';

/** What is hashed: something that all share, and something for each name. */
export interface Laned {
  readonly shared: unknown;
  readonly named: ReadonlyMap<string, unknown>;
}

/** What two hashes can tell about the values that they were made from. */
export interface LaneDifference {
  readonly shared: boolean;
  /** Of the names given: those that differ, and now and then one that only stands in the same lane as such a name. */
  readonly names: readonly string[];
  /** Something differs under a name that is not among those given. */
  readonly elsewhere: boolean;
}

/** Digits of the digest over everything: 128 bits are plenty against an accident, which is all that is guarded against. */
const wholeDigits = 32;
const lanes = 15;
const laneDigits = 2;

/**
 * 64 hexadecimal digits. The first half is a SHA-256 over everything, cut short, and decides whether two values are
 * equal. The second half is one byte for what is shared and one for each lane of names, so that a hash that was kept from
 * earlier still tells where the difference lies, though nothing else of that time is known.
 */
export function lanedHash({ shared, named }: Laned, sha256: Sha256): string {
  const sharedText = canonicalJson(shared);
  const texts = [...named]
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, value]) => [laneOf(name), canonicalJson([name, value])] as const);
  const whole = sha256([sharedText, ...texts.map(([, text]) => text)].join('\n'));
  const lane = (number: number): string => texts.flatMap(([own, text]) => (own === number ? [text] : [])).join('\n');
  const bytes = [sharedText, ...Array.from({ length: lanes }, (_, number) => lane(number))];
  const digits = bytes.map((text, place) => sha256(`${String(place)} ${text}`).slice(0, laneDigits));
  return [whole.slice(0, wholeDigits), ...digits].join('');
}

/** Where two hashes differ; null where they cannot tell: one is no such hash, or their halves contradict each other. */
export function laneDifference(a: string, b: string, names: readonly string[]): LaneDifference | null {
  if (!/^[0-9a-f]{64}$/u.test(a) || !/^[0-9a-f]{64}$/u.test(b)) return null;
  const differs = (byte: number): boolean => byteOf(a, byte) !== byteOf(b, byte);
  const differing = Array.from({ length: lanes }, (_, lane) => lane).filter((lane) => differs(lane + 1));
  const shared = differs(0);
  if (!shared && differing.length === 0) return null;
  const held = new Set(names.map(laneOf));
  return {
    shared,
    names: names.filter((name) => differing.includes(laneOf(name))),
    elsewhere: differing.some((lane) => !held.has(lane)),
  };
}

function byteOf(hash: string, byte: number): string {
  const start = wholeDigits + byte * laneDigits;
  return hash.slice(start, start + laneDigits);
}

/** A sum, so that names that count up stand in lanes of their own. */
function laneOf(name: string): number {
  return Array.from(name).reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % lanes;
}
