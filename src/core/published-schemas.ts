import { manifestJsonSchema } from './manifest/manifest-json-schema.ts';
import { destructionJsonSchema } from './plan/destruction-document-schema.ts';
import { planJsonSchema } from './plan/plan-document-schema.ts';
import { diskExportJsonSchema, diskListJsonSchema } from './report/disk-report.ts';
import { recoverJsonSchema } from './report/recover-document-schema.ts';
import { validateJsonSchema } from './plan/validate-document-schema.ts';

/** The committed files of schemas/ and what makes each; `npm run generate` writes them anew. */
export const publishedSchemas: { readonly [file: string]: () => unknown } = {
  'destruction.schema.json': destructionJsonSchema,
  'disk-export.schema.json': diskExportJsonSchema,
  'disk-list.schema.json': diskListJsonSchema,
  'manifest.schema.json': manifestJsonSchema,
  'plan.schema.json': planJsonSchema,
  'recover.schema.json': recoverJsonSchema,
  'validate.schema.json': validateJsonSchema,
};
