import { type Failure, failure } from '../../failure.ts';
import { normaliseImage } from '../../spec/normalise-image.ts';
import type { AssignmentOf } from '../manifest.ts';

export const defaultImage = { kind: 'channel', alias: 'u24', channel: 'stable' } as const;

/** The normalised selector that `vm_image` and `vm_version` make together. */
export function resolveImage(
  image: AssignmentOf<'vm_image'> | undefined,
  version: AssignmentOf<'vm_version'> | undefined,
  { subject, report }: { readonly subject: string; readonly report: (failure: Failure) => void },
): string {
  const selector = image?.value ?? defaultImage;
  if (selector.kind === 'channel' || version === undefined) return normaliseImage(selector, version?.value ?? null);
  const { at, shown } = version;
  report(
    failure('version_conflict', { at, subject, variable: 'vm_version', shown, image: normaliseImage(selector, null) }),
  );
  return normaliseImage(selector, null);
}
