import * as z from 'zod';

/** Schema number of a record; one of another number is not ours to read. */
const imageRecordSchema = 1;

/** A base image in the cache, as the file `<alias>.<arch>.json` says. */
export const imageRecordShape = z.object({
  schema: z.literal(imageRecordSchema),
  alias: z.string().regex(/^local-[a-z0-9][a-z0-9._-]*$/),
  arch: z.enum(['amd64', 'arm64']),
  /** The image file's name is its digest, so no image ever takes the place of one that disks lie on. */
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  virtualSizeBytes: z.int().positive(),
  boot: z.enum(['bios', 'uefi', 'both']),
  origin: z.string(),
  addedAt: z.string(),
  /** The recipe that it was built from, and the digest of the recipe's own files; null for an import. */
  recipe: z.object({ name: z.string(), digest: z.string() }).nullable(),
});

export type ImageRecord = Readonly<z.infer<typeof imageRecordShape>>;

/** The record in a file's text, or null when it is none of ours. */
export function readImageRecord(text: string): ImageRecord | null {
  try {
    return imageRecordShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The file's text. */
export function imageRecordText(record: Omit<ImageRecord, 'schema'>): string {
  return `${JSON.stringify({ schema: imageRecordSchema, ...record }, null, 2)}\n`;
}
