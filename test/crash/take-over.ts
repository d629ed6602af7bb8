import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { VmProcess } from '../real/lab/vm-processes.ts';
import type { ChainLab } from './chain-runner.ts';
import type { HaltedCommand } from './halted-command.ts';
import { expectNoTwins, labState } from './lab-state.ts';

/** What has to be as the new owner left it, however the old one goes on. */
interface Standing {
  readonly lab: object;
  readonly vms: readonly VmProcess[];
  /** Every file that says what happened or what exists, with its bytes where they are few. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Others take over from a command that stands still, one after the other, and finish; then it goes on: it ends as `fenced`,
 * it begins nothing more, and all is as the others left it. `early` when it was no owner where it stood.
 */
export async function takeOver(
  lab: ChainLab,
  halted: HaltedCommand,
  others: readonly (readonly string[])[],
): Promise<'fenced' | 'early'> {
  const name = `${halted.words.join(' ')} taken over ${halted.point} by ${others.map((words) => words.join(' ')).join(', ')}`;
  for (const words of others) {
    const env = { ...lab.env, PADDOCK_TAKEN_FOR_GONE: String(halted.pid) };
    const ran = await lab.lab.run(words, { env });
    expect(ran.exit, `${name}: ${words.join(' ')}: ${ran.stderr}`).toBe(0);
  }
  const before = await standing(lab);
  const old = await halted.goOn();
  expectNoTwins(lab);
  if (!halted.isOwner) {
    expect(old.exit, `${name}: ${old.stderr}`).toBe(0);
    return 'early';
  }
  expect(old.exit, `${name}: ${old.stderr}`).not.toBe(0);
  expect(old.stderr, name).toContain('another command took over the deployment');
  // The drivers of a step whose barrier stood before the halt are still entered, and ask by themselves: all is as it was.
  const entered = effectsIn(old.points);
  const [haltedIn] = stepsOf([halted.point]);
  const begun = [...stepsOf(entered)].filter((step) => step !== haltedIn);
  expect(begun.length, `${name}: ${entered.join(', ')}`).toBeLessThanOrEqual(passedBarrier(halted) ? 1 : 0);
  expect(await standing(lab), name).toEqual(before);
  return 'fenced';
}

/** What a point is about stands after its side and its driver. */
function stepsOf(points: readonly string[]): ReadonlySet<string> {
  return new Set(points.map((point) => point.split(' ').slice(2).join(' ')));
}

/** Also of what names no step and is always part of one, as the making of a key. */
function passedBarrier({ point }: HaltedCommand): boolean {
  return point.startsWith('after store.commit') || /^(?:before|after) guest\.\w+$/u.test(point);
}

/** What was begun after the halt. A VM that nobody else knows is ended by who launched it. */
function effectsIn(points: readonly string[]): readonly string[] {
  return points.filter((point) => /^before (?!store\.|hypervisor\.discard )/u.test(point));
}

async function standing(lab: ChainLab): Promise<Standing> {
  return { lab: await labState(lab), vms: lab.lab.vms(), files: filesOf(lab.lab.home) };
}

const mostBytes = 64 * 1024;

function filesOf(home: string): ReadonlyMap<string, string> {
  return new Map(
    namesIn(home)
      .filter((name) => !name.startsWith('waiting') && !name.endsWith('.log'))
      .map((name) => [name, textOf(join(home, name))]),
  );
}

function namesIn(home: string): readonly string[] {
  try {
    return readdirSync(home, { recursive: true, encoding: 'utf8' }).sort();
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  const facts = statSync(file);
  if (!facts.isFile()) return 'folder';
  // A guest that runs writes to its disks meanwhile.
  return facts.size > mostBytes ? 'large' : readFileSync(file, 'latin1');
}
