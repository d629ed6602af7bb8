import type { ManifestFileFailures } from './manifest/file.ts';
import type { ManifestShapeFailures } from './manifest/shape.ts';
import type { ManifestValueFailures } from './manifest/value.ts';
import type { ManifestYamlFailures } from './manifest/yaml.ts';

/** Complaints about the manifest; from the YAML inwards each knows where it stands. */
export interface ManifestFailures
  extends ManifestFileFailures,
    ManifestYamlFailures,
    ManifestShapeFailures,
    ManifestValueFailures {}
