import type { ImageFailures } from '../failure/image.ts';
import type { FailureTexts } from '../failure-class.ts';

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
  image_not_local: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `vm_image = ${f.selector}: this version downloads no images; use one that was built or imported, for example local-mini`,
    next: () => [['image', 'list']],
  },
  image_exists: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `image ${f.alias}: other bytes have the name (${f.digest}, not ${f.other}); import under another name`,
    next: () => [['image', 'list']],
  },
  image_damaged: {
    class: 'integrity',
    left: 'nothing',
    message: (f) => `image ${f.alias}: ${f.file} ${f.problem}`,
    next: (f) => (f.recipe === null ? [] : [['image', 'build', f.recipe, '--force']]),
  },
  image_record_damaged: {
    class: 'integrity',
    left: 'nothing',
    message: (f) =>
      `${f.file}: is not a record of an image that this version reads; move it away and build or import the image again`,
  },
  image_refused: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `${f.file}: cannot be a base image: ${f.problem}`,
  },
  image_name_wrong: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `image name ${JSON.stringify(f.name)}: starts with a letter or digit and holds only a-z, 0-9, dot, dash and underscore, for example debian-12`,
  },
  recipe_unknown: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `no recipe is called ${JSON.stringify(f.name)}; there is ${f.known.join(', ')}`,
  },
  recipe_needs: {
    class: 'capability',
    left: 'nothing',
    message: (f) => `image build ${f.recipe}: ${f.detail}`,
  },
  recipe_failed: {
    class: 'runtime',
    left: 'nothing',
    message: (f) => `image build ${f.recipe}: the recipe failed`,
  },
} satisfies FailureTexts<ImageFailures>;
