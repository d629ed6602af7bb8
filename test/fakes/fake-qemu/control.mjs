import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that the fake was installed in; its control file and journal lie beside it. */
export const folder = dirname(process.argv[1]);

/** What the fake was told, read anew each time. A node's own fields win. */
export function control(name) {
  let told = {};
  try {
    told = JSON.parse(readFileSync(join(folder, 'control.json'), 'utf8'));
  } catch {
    // Nothing was told, or it is being written: behave.
  }
  return { ...told, ...told.nodes?.[name] };
}

export function journal(entry) {
  appendFileSync(join(folder, 'journal.jsonl'), `${JSON.stringify({ ...entry, pid: process.pid })}\n`);
}
