import type { NextCommand } from '../failure-class.ts';
import type { Standing } from '../state/standing.ts';

/** Why nothing can be done about a node yet, at the end of a sentence about it; empty when something can. */
export function standingWords(standing: Standing): string {
  switch (standing) {
    case 'lost':
      return ', and it is in no record that reads: it has to be taken in first';
    case 'newer':
      return ', and its record is of a newer paddock, which alone can do something about it';
    default:
      return '';
  }
}

/** What may be advised instead of a command that acts on a node. */
export function actingNext(standing: Standing, next: readonly NextCommand[]): readonly NextCommand[] {
  if (standing === 'lost') return [['recover', '--adopt']];
  return standing === 'newer' ? [] : next;
}
