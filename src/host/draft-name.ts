import type { ProcessIdentity } from '../core/state/process-identity.ts';
import { processOfWords, processWords, processWordsPattern } from './process-words.ts';

/** A document on its way: written under this name, then linked as its version. */
export interface Draft {
  readonly name: string;
  readonly version: number;
  readonly writer: ProcessIdentity;
}

const pattern = new RegExp(`^\\.draft-(\\d{10})-${processWordsPattern}-[0-9a-f]+$`, 'u');

/** The name says who writes, so that what a dead writer left can be told from the work of a living one. */
export function draftName(version: number, writer: ProcessIdentity, token: string): string {
  return ['.draft', String(version).padStart(10, '0'), processWords(writer), token].join('-');
}

/** Null for a name of another form. */
export function parseDraftName(name: string): Draft | null {
  const [, version, ...writer] = pattern.exec(name) ?? [];
  return version === undefined ? null : { name, version: Number(version), writer: processOfWords(writer) };
}
