import type { FailureTexts } from '../../failure-class.ts';
import type { ManifestFileFailures } from '../../failure/manifest/file.ts';
import { formatPosition } from '../../position.ts';

export const manifestFileTexts = {
  manifest_not_found: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      f.named ? `${f.looked.join()}: is not there` : `no manifest here: looked for ${f.looked.join(', ')}`,
    // What was named would not be what it writes.
    next: (f) => (f.named ? [] : [['init']]),
  },
  manifest_not_regular: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `${f.path}: is a ${f.kind}, a manifest must be a regular file`,
  },
  manifest_too_large: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `${f.path}: ${f.bytes === null ? 'more' : `${String(f.bytes)} bytes, more`} than the limit of ${String(f.limit)} bytes`,
  },
  manifest_unreadable: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `${f.path}: cannot be read (${f.code})`,
  },
  manifest_not_utf8: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `${f.path}: is ${f.encoding === null ? 'not UTF-8 text' : `${f.encoding} text`}, save it as UTF-8`,
  },
  user_data_unreadable: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `${formatPosition(f.at)}: ${f.node} vm_user_data = ${f.path}: ${f.problem}`,
  },
  user_data_refused: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `${formatPosition(f.at)}: ${f.node} vm_user_data = ${f.path}: ${f.problem}`,
  },
} satisfies FailureTexts<ManifestFileFailures>;
