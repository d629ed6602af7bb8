import * as z from 'zod';
import { type DeepReadonly, envelopeFields, sourceSchema } from './plan-document-schema.ts';

const disk = z.strictObject({
  id: z.string(),
  path: z.string(),
  sizeBytes: z.int(),
  fs: z.enum(['auto', 'xfs', 'ext4']),
  persistent: z.boolean(),
});

const node = z.strictObject({
  name: z.string(),
  address: z.string(),
  cpus: z.int(),
  memoryBytes: z.int(),
  rootDiskBytes: z.int(),
  disks: z.array(disk),
  shares: z.array(z.strictObject({ host: z.string(), guest: z.string(), readonly: z.boolean() })),
  aliases: z.array(z.string()),
  image: z.string(),
  userDataSha256: z.string().nullable(),
  protect: z.boolean(),
  ports: z.array(z.strictObject({ hostAddress: z.string(), hostPort: z.int(), guestPort: z.int() })),
});

/** The one document of `validate --json` for a manifest that holds; one that does not is a failure document. */
export const validateDocumentSchema = z.strictObject({
  valid: z.literal(true),
  source: sourceSchema,
  envelope: z.strictObject(envelopeFields),
  nodes: z.array(node).describe('Managed nodes in manifest order, after inheritance and defaults'),
  skipped: z.array(z.strictObject({ name: z.string(), address: z.string() })),
  notSupportedYet: z
    .array(z.strictObject({ variable: z.string(), nodes: z.array(z.string()) }))
    .describe('Valid variables that up of this version refuses'),
});

export type ValidateDocument = DeepReadonly<z.infer<typeof validateDocumentSchema>>;

/** JSON Schema of `validate --json`, for schemas/. */
export function validateJsonSchema(): unknown {
  return { title: 'paddock validate', ...z.toJSONSchema(validateDocumentSchema) };
}
