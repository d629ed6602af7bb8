import type { NodeRecord } from '../state/document.ts';
import type { Part } from '../state/part.ts';

/** What the set-up of a guest found wrong with one of its data disks. */
export interface DiskFinding {
  /** DiskSpec.id */
  readonly disk: string;
  /** What stands for exactly this damage; null when the disk is not to be made anew. */
  readonly proof: string | null;
  /** Why it is not, for people. */
  readonly problem: string | null;
}

/**
 * The record with what a set-up found: outputs `damage` (a proof, for as long as the disk waits to be made anew) and
 * `notReset` (why it was not). A disk with which nothing is wrong any more has neither.
 */
export function withFindings(record: NodeRecord, findings: readonly DiskFinding[]): NodeRecord {
  return { ...record, parts: record.parts.map((part) => (part.kind === 'data_disk' ? found(part, findings) : part)) };
}

function found(part: Part, findings: readonly DiskFinding[]): Part {
  const { damage: _, notReset, ...others } = part.outputs;
  const finding = findings.find(({ disk }) => disk === part.disk);
  if (finding === undefined) return { ...part, outputs: others };
  // Why it could not be made anew a moment ago still holds.
  const why = finding.problem ?? notReset ?? null;
  const outputs = { ...others, ...(finding.proof === null ? {} : { damage: finding.proof }) };
  return { ...part, outputs: why === null ? outputs : { ...outputs, notReset: why } };
}
