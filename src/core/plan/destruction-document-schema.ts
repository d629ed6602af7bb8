import * as z from 'zod';
import type { DeepReadonly } from './plan-document-schema.ts';

const disk = z.strictObject({
  node: z.string(),
  path: z.string().nullable().describe('Mount path in the guest; null for the root disk'),
  sizeBytes: z.int(),
  file: z.string().describe('Below the home'),
  end: z.enum(['deleted', 'kept']),
  lastWritten: z.string().nullable().describe('UTC; null when there is no such file'),
});

/** The one document of `destroy --dry-run --json` and `purge --dry-run --json`. */
export const destructionDocumentSchema = z.strictObject({
  planHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/u)
    .describe('For --expect-plan; when a disk was last written is not in it'),
  command: z.enum(['destroy', 'purge']),
  nodes: z.array(z.strictObject({ name: z.string(), uuid: z.string(), address: z.string(), disks: z.array(disk) })),
  retained: z.array(disk).describe('Disks kept from nodes that ended before'),
  untouched: z.array(z.string()).describe('Nodes that stay as they are'),
  home: z.enum(['erased', 'kept']).describe('Keys, history and state'),
});

export type DestructionDocument = DeepReadonly<z.infer<typeof destructionDocumentSchema>>;

/** JSON Schema of `destroy --dry-run --json`, for schemas/. */
export function destructionJsonSchema(): unknown {
  return { title: 'paddock destroy --dry-run', ...z.toJSONSchema(destructionDocumentSchema) };
}
