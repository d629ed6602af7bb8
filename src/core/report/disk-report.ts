import * as z from 'zod';
import type { DeepReadonly } from '../plan/plan-document-schema.ts';

const snapshot = z.strictObject({ name: z.string(), takenAt: z.string().describe('UTC') });

const disk = z.strictObject({
  node: z.string(),
  path: z.string().nullable().describe('Mount path in the guest; null for the root disk'),
  state: z.enum(['attached', 'kept']).describe('kept: it outlived its node'),
  fs: z.enum(['auto', 'xfs', 'ext4']).nullable().describe('As asked; null for the root disk'),
  persistent: z.boolean(),
  sizeBytes: z.int(),
  hostBytes: z.int().nullable().describe('What it takes on this host, snapshots and all; null when it cannot be read'),
  file: z.string().describe('Below the home'),
  lastWritten: z.string().nullable().describe('UTC; null when there is no such file'),
  snapshots: z.array(snapshot).describe('Oldest first'),
  restoring: z.string().nullable().describe('The snapshot of a restore that was begun and has not ended'),
  problem: z.string().nullable().describe('Why its image cannot be read'),
});

/** The one document of `disk list --json`. */
export const diskListSchema = z.strictObject({ note: z.string().nullable(), disks: z.array(disk) });

/** The one document of `disk export --json`. */
export const diskExportSchema = z.strictObject({
  node: z.string(),
  path: z.string(),
  snapshot: z.string().nullable(),
  format: z.enum(['qcow2', 'raw']),
  file: z.string().describe('The new file'),
});

export type DiskListReport = DeepReadonly<z.infer<typeof diskListSchema>>;
export type DiskExportReport = DeepReadonly<z.infer<typeof diskExportSchema>>;

/** JSON Schema of `disk list --json`, for schemas/. */
export function diskListJsonSchema(): unknown {
  return { title: 'paddock disk list', ...z.toJSONSchema(diskListSchema) };
}

/** JSON Schema of `disk export --json`, for schemas/. */
export function diskExportJsonSchema(): unknown {
  return { title: 'paddock disk export', ...z.toJSONSchema(diskExportSchema) };
}
