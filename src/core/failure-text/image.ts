import type { FailureTexts } from '../failure-class.ts';
import type { ImageFailures } from '../failure/image.ts';

export const imageTexts = {
  image_unknown: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `vm_image = ${f.selector}: no such image${f.nearest === null ? '' : `, did you mean ${f.nearest}`}`,
    next: () => [['image', 'list']],
  },
  image_absent: {
    class: 'capability',
    left: 'nothing',
    message: (f) => `vm_image = ${f.selector}: not in the image cache yet`,
    next: (f) => (f.recipe === null ? [] : [['image', 'build', f.recipe]]),
  },
} satisfies FailureTexts<ImageFailures>;
