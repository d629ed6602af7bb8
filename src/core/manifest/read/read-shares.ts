import { failure } from '../../failure.ts';
import type { ShareSpec } from '../../spec/node-spec.ts';
import type { YamlNode } from '../yaml/node.ts';
import { type ReadContext, aboutNode, deeper } from './read-context.ts';
import { readFields } from './read-fields.ts';
import { readList } from './read-list.ts';
import { readAbsolutePath, refuseSystemPath, systemFolders } from './read-path.ts';
import { readTruth } from './read-truth.ts';

/** One PCI slot each. */
const sharesLimit = 8;

const example = '{host: /home/me/src, guest: /src}';

/** Host folders of one node, sorted by guest path. */
export function readShares(node: YamlNode, context: ReadContext): readonly ShareSpec[] | undefined {
  if (node.kind === 'list' && node.items.length > sharesLimit) {
    const shown = `${String(node.items.length)} shares`;
    context.report(failure('too_many_shares', { ...aboutNode(node, context), shown, limit: sharesLimit }));
  }
  const byGuest = new Map<string, ShareSpec>();
  const shares = readList(node, context, {
    example: `[${example}]`,
    item: (item, inner) => {
      const share = readShare(item, inner);
      if (share === undefined) return undefined;
      const other = byGuest.get(share.guest);
      if (other === undefined) byGuest.set(share.guest, share);
      else
        inner.report(failure('duplicate_share', { ...aboutNode(item, inner), shown: share.guest, other: other.host }));
      return other === undefined ? share : undefined;
    },
  });
  if (shares === undefined || shares.length > sharesLimit) return undefined;
  return shares.toSorted((left, right) => (left.guest < right.guest ? -1 : 1));
}

function readShare(node: YamlNode, context: ReadContext): ShareSpec | undefined {
  const found = readFields(node, context, {
    fields: ['host', 'guest', 'readonly'],
    needed: ['host', 'guest'],
    example,
  });
  if (found?.host === undefined || found.guest === undefined) return undefined;
  const host = readAbsolutePath(found.host, deeper(context, '.host'), '/home/me/src');
  const inGuest = deeper(context, '.guest');
  const guest = readAbsolutePath(found.guest, inGuest, '/src');
  // Unlike a disk, a share in a home folder is what people want it for.
  const taken = guest !== undefined && refuseSystemPath(found.guest, inGuest, { path: guest, folders: systemFolders });
  const readonly = found.readonly === undefined ? true : readTruth(found.readonly, deeper(context, '.readonly'));
  if (host === undefined || guest === undefined || taken || readonly === undefined) return undefined;
  return { host, guest, readonly };
}
