import * as z from 'zod';
import type { Instant } from '../names.ts';

/** What an image is, from `qemu-img info --output=json`. */
export interface ImageFacts {
  readonly format: 'qcow2' | 'raw';
  readonly virtualSizeBytes: number;
  readonly actualSizeBytes: number;
  /** Absolute path of the backing file, or null. */
  readonly backingFile: string | null;
  readonly corrupt: boolean;
  readonly externalDataFile: string | null;
  /** Those inside the image, in the order in which they were taken. */
  readonly snapshots: readonly ImageSnapshot[];
}

export interface ImageSnapshot {
  readonly name: string;
  readonly takenAt: Instant;
}

const report = z.object({
  format: z.enum(['qcow2', 'raw']),
  'virtual-size': z.number(),
  'actual-size': z.number().optional(),
  encrypted: z.boolean().optional(),
  snapshots: z.array(z.object({ id: z.string(), name: z.string(), 'date-sec': z.number() })).optional(),
  'backing-filename': z.string().optional(),
  'full-backing-filename': z.string().optional(),
  'format-specific': z
    .object({ data: z.object({ corrupt: z.boolean().optional(), 'data-file': z.string().optional() }) })
    .optional(),
});

/** Reads the report; a string says what is wrong with it. */
export function readImageFacts(json: string): ImageFacts | string {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    return 'qemu-img did not answer in JSON';
  }
  const read = report.safeParse(raw);
  if (!read.success) return `qemu-img reports it as ${describeFormat(raw)}`;
  const { data } = read;
  if (data.encrypted === true) return 'it is encrypted';
  const specific = data['format-specific']?.data;
  return {
    format: data.format,
    virtualSizeBytes: data['virtual-size'],
    actualSizeBytes: data['actual-size'] ?? 0,
    backingFile: data['full-backing-filename'] ?? data['backing-filename'] ?? null,
    corrupt: specific?.corrupt ?? false,
    externalDataFile: specific?.['data-file'] ?? null,
    snapshots: (data.snapshots ?? []).map((each) => ({
      name: each.name,
      takenAt: new Date(each['date-sec'] * 1000).toISOString() as Instant,
    })),
  };
}

function describeFormat(raw: unknown): string {
  const format = z.object({ format: z.string() }).safeParse(raw);
  return format.success ? format.data.format : 'something without a format';
}
