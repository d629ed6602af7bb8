import type { FailureTexts } from '../failure-class.ts';
import type { ManifestFailures } from '../failure/manifest.ts';
import { manifestFileTexts } from './manifest/file.ts';
import { manifestShapeTexts } from './manifest/shape.ts';
import { manifestValueTexts } from './manifest/value.ts';
import { manifestYamlTexts } from './manifest/yaml.ts';

export const manifestTexts = {
  ...manifestFileTexts,
  ...manifestYamlTexts,
  ...manifestShapeTexts,
  ...manifestValueTexts,
} satisfies FailureTexts<ManifestFailures>;
