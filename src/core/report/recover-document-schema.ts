import * as z from 'zod';
import type { DeepReadonly } from '../plan/plan-document-schema.ts';

const qmp = z.enum(['ours', 'other_uuid', 'error_reply', 'silent', 'no_listener', 'not_asked']);
const process = z.enum([
  'ours',
  'absent',
  'zombie',
  'reused',
  'unreadable',
  'not_asked',
  'found_by_uuid',
  'other_home',
]);
const unknownWhy = z.enum(['probe_unavailable', 'identity_unverifiable', 'conflicting_evidence', 'other_home']);

const vm = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('running'),
    qmp,
    process,
    paused: z.boolean(),
    pid: z.number().nullable(),
    movedFrom: z.string().optional().describe('The home in which it was started, when that has been moved since'),
  }),
  z.strictObject({
    kind: z.literal('not_running'),
    why: z.enum(['other_boot', 'process_gone', 'never_started']),
    qmp,
    process,
  }),
  z.strictObject({ kind: z.literal('unknown'), why: unknownWhy, qmp, process, detail: z.string() }),
]);

const file = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('right'),
    outputs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
  z.strictObject({ kind: z.literal('absent') }),
  z.strictObject({ kind: z.literal('wrong'), detail: z.string(), madeBy: z.enum(['this_creation', 'somebody']) }),
  z.strictObject({ kind: z.literal('unknown'), why: unknownWhy, detail: z.string() }),
]);

const evidence = z.discriminatedUnion('about', [
  z.strictObject({ about: z.literal('owner'), seen: z.strictObject({ kind: z.literal('alive') }) }),
  z.strictObject({ about: z.literal('nothing'), seen: z.strictObject({ kind: z.literal('not_asked') }) }),
  z.strictObject({ about: z.literal('vm'), seen: vm }),
  z.strictObject({ about: z.literal('file'), seen: file }),
]);

const step = z.strictObject({
  id: z.string(),
  node: z.string().nullable(),
  kind: z.string(),
  recorded: z.enum(['pending', 'claimed', 'running', 'complete', 'error', 'lost']),
  evidence: evidence.describe('What was looked at and what was seen'),
  verdict: z.enum(['resolved', 'stays', 'complete', 'adopt', 'lost', 'retry', 'rollback_due', 'manual']),
  accepted: z.boolean().describe('A person’s answer took the place of evidence'),
  next: z.string().nullable().describe('The command that goes on from here'),
  check: z.string().nullable().describe('What a person has to look at'),
});

/** The one document of `recover --json`. */
const recoverDocumentSchema = z.strictObject({
  dryRun: z.boolean(),
  operations: z.array(
    z.strictObject({
      id: z.string(),
      command: z.string(),
      status: z.enum(['open', 'closed']).describe('closed: the next command begins from facts'),
      steps: z.array(step),
    }),
  ),
});

export type RecoverDocument = DeepReadonly<z.infer<typeof recoverDocumentSchema>>;

/** JSON Schema of `recover --json`, for schemas/. */
export function recoverJsonSchema(): unknown {
  return { title: 'paddock recover', ...z.toJSONSchema(recoverDocumentSchema) };
}
