import * as z from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/u);

const change = z
  .strictObject({ path: z.string(), from: z.unknown(), to: z.unknown() })
  .describe('One differing field in the words of the manifest; null for a side that has none');

export const sourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), path: z.string(), sha256: hash }),
  z.strictObject({ kind: z.literal('stdin'), sha256: hash }),
  z.strictObject({ kind: z.literal('applied') }).describe('No manifest was found; the applied specs stand in'),
]);

/** What all nodes share, and how they run. */
export const envelopeFields = {
  subnet: z.string(),
  user: z.string(),
  arch: z.enum(['native', 'amd64', 'arm64']),
  image: z.string().describe('Default image selector'),
  accel: z.enum(['auto', 'kvm', 'hvf', 'tcg']),
  network: z.enum(['user', 'bridge']),
};

const effects = z.strictObject({
  starts: z.boolean().describe('A VM that does not run would be started'),
  restarts: z.boolean().describe('The VM would be stopped and started'),
  replaces: z.array(z.string()).describe('Artifacts whose bytes would be replaced'),
  removes: z.array(z.string()).describe('Artifacts that would be deleted and not made anew'),
  keeps: z.array(z.string()).describe('Artifacts that would be kept where they are'),
  setsAside: z
    .array(z.string())
    .describe(
      'Disks that would be kept without a node: the new VM has none at their paths, and a later one gets them back, or another one',
    ),
  attaches: z
    .array(z.string())
    .describe('Disks that were kept without a node and would be attached again, with their files below the home'),
  makes: z.array(z.string()).describe('Artifacts that would be made where there was none'),
  introducedTo: z.string().nullable().describe('The running control node, which would be told the new host key'),
});

const node = z.strictObject({
  name: z.string(),
  address: z.string(),
  outcome: z.enum(['create', 'unchanged', 'resize', 'recreate', 'missing', 'envelope-drift']),
  changes: z.array(
    change.extend({
      needs: z
        .enum(['recreate', 'resize', 'record'])
        .describe('A new VM, another size of this one, or only the record, which up brings by itself'),
    }),
  ),
  effects: effects.describe('What the resolving command would do'),
  obstacles: z
    .array(z.strictObject({ reason: z.string(), message: z.string() }))
    .describe('Why the command that would settle the node is refused as the manifest stands'),
  specHash: hash.nullable().describe('Hash of the wanted spec; null for a missing node'),
  settled: z.boolean().describe('up has nothing to do or to record for it'),
  leaves: z.array(z.string()).describe('Fields that next leaves as they are; up brings them after it'),
  next: z
    .string()
    .nullable()
    .describe('The command that settles the node; null also where obstacles keep it from that'),
});

const blocked = z.strictObject({
  reason: z.string(),
  nodes: z.array(z.string()),
  message: z.string(),
  next: z.array(z.string()),
});

/** The one document of `plan --json`. */
export const planDocumentSchema = z.strictObject({
  planHash: hash.describe('Equal hashes mean equal effects'),
  source: sourceSchema,
  scope: z.array(z.string()).nullable().describe('Nodes chosen on the command line, or null for all'),
  control: z.string().nullable(),
  accelerator: z.strictObject({
    asked: envelopeFields.accel,
    probed: z
      .strictObject({ accelerator: z.enum(['kvm', 'hvf', 'tcg']), reason: z.string() })
      .nullable()
      .describe('Answer of the last probe; null when not probed yet'),
  }),
  envelope: z.strictObject({ ...envelopeFields, drift: z.array(change) }),
  nodes: z.array(node),
  blocked: z.array(blocked).describe('What up would be refused for'),
});

/** The documents are built as readonly values; the schema says the same of what it reads. */
export type PlanDocument = DeepReadonly<z.infer<typeof planDocumentSchema>>;

export type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** JSON Schema of `plan --json`, for schemas/. */
export function planJsonSchema(): unknown {
  return { title: 'paddock plan', ...z.toJSONSchema(planDocumentSchema) };
}
