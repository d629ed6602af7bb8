import type { NodeRecord } from '../core/state/document.ts';
import { isDiskPart } from '../core/state/is-disk-part.ts';
import type { Part } from '../core/state/part.ts';
import type { EnginePorts } from './engine-ports.ts';
import { whatReplaces } from './what-replaces.ts';

/** What is to be known of disks whose files are gone, for people, with what helps; one look at each name. Read-only. */
export async function missingDisks(
  { layout, nodeFiles }: Pick<EnginePorts, 'layout' | 'nodeFiles'>,
  record: NodeRecord,
): Promise<readonly string[]> {
  if (record.life !== 'committed') return [];
  const disks = record.parts.flatMap((part) =>
    part.file !== null && part.state === 'complete' && isDiskPart(part)
      ? [{ part, file: layout.absolute(part.file) }]
      : [],
  );
  const missing = await nodeFiles.missing(disks.map(({ file }) => file));
  // One that cannot be looked at is no missing one.
  const gone = new Set(missing.ok ? missing.value : []);
  const absent = disks.filter(({ file }) => gone.has(file));
  const helps = whatReplaces(
    record,
    absent.map(({ part }) => part),
  );
  return absent.map((each) => words(record, { ...each, helps }));
}

interface Absent {
  readonly part: Part;
  readonly file: string;
  readonly helps: ReturnType<typeof whatReplaces>;
}

function words({ name, spec }: NodeRecord, { part: { kind, disk }, file, helps }: Absent): string {
  const known = spec.disks.find(({ id }) => id === disk);
  const what = kind === 'root_disk' ? 'its root disk' : `its disk ${known?.path ?? disk ?? ''}`;
  const otherwise =
    helps === 'destroy'
      ? `paddock destroy ${name}, then paddock up ${name}, makes an empty one in its place`
      : `paddock recreate ${name} makes a new one in its place`;
  return `${what} is missing (${file} is not there or no regular file): put the file back, or ${otherwise}`;
}
