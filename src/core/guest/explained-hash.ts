import type { NodeRecord } from '../state/document.ts';
import { hashSpec } from '../spec/hash-spec.ts';
import type { SetUpFacts } from './desired-set-up.ts';

/**
 * Whether a guest's hash is the one that is wanted, the one that was last recorded, or differs from what is wanted by
 * nothing but the control role, the default image and aliases: only these may lag behind.
 */
export function isExplainedHash(hash: string, record: NodeRecord, { document, lab, sha256 }: SetUpFacts): boolean {
  if (hash === record.guest?.guestSpecHash) return true;
  const wanted = lab.specs[record.name] ?? record.spec;
  const applied = document.deployment?.applied[record.name]?.spec;
  const envelopes = [lab.envelope, ...(document.deployment === null ? [] : [document.deployment.envelope])];
  const aliases = [wanted, record.spec, ...(applied === undefined ? [] : [applied])].map((spec) => spec.aliases);
  return envelopes.some(({ image }) =>
    aliases.some((names) =>
      [true, false].some((control) => {
        const node = { ...wanted, aliases: names, control };
        return hash === hashSpec({ envelope: { ...lab.envelope, image }, node }, sha256);
      }),
    ),
  );
}
