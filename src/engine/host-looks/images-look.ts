import { failure } from '../../core/failure.ts';
import { fail, ok } from '../../core/result.ts';
import type { HostLook } from './host-look.ts';

export const imagesLook: HostLook = {
  name: 'images',
  needs: 'a base image whose bytes are right',
  required: false,
  run: async ({ images, layout }) => {
    const listed = await images.list();
    if (!listed.ok) return listed;
    const damaged = listed.value.images.flatMap(({ alias, file, problem }) =>
      problem === null ? [] : [failure('image_damaged', { alias, file, problem, recipe: null })],
    );
    if (damaged.length > 0) return fail(...damaged);
    if (listed.value.images.length > 0) return ok(listed.value.images.map(({ alias }) => alias).join(', '));
    return ok(`none in ${layout.cache}; paddock image build mini makes a small one`);
  },
};
