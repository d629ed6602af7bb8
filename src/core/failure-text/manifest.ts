import type { FailureTexts } from '../failure-class.ts';
import type { ManifestFailures } from '../failure/manifest.ts';
import { formatPosition } from '../position.ts';

export const manifestTexts = {
  manifest_not_found: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `no manifest here: looked for ${f.looked.join(', ')}`,
    next: () => [['init']],
  },
  yaml_syntax: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `${formatPosition(f.at)}: ${f.problem}`,
  },
} satisfies FailureTexts<ManifestFailures>;
