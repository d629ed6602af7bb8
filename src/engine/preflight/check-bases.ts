import { failure } from '../../core/failure.ts';
import type { Result } from '../../core/result.ts';
import type { Check } from './findings.ts';

/**
 * The base image of a node that exists has the bytes that its root disk was laid on. No command can bring them back: a
 * new build may have other bytes. Nodes that share an image share the work.
 */
export const checkBases: Check = {
  name: 'base images',
  needs: 'the base image of every node that exists, byte for byte',
  run: async (ports, needs) => {
    const verified = new Map<string, Promise<Result<void>>>();
    const checked = [...needs.starts, ...needs.restarts].map(async ({ name: node, image }) => {
      if (image === null) return [];
      const { selector, path, digest } = image;
      const key = `${digest} ${path}`;
      const asked = verified.get(key) ?? ports.images.verify({ alias: selector, file: path, digest });
      verified.set(key, asked);
      const base = await asked;
      if (base.ok) return [];
      return base.failures.map((each) =>
        each.reason === 'image_damaged'
          ? failure('image_chain_broken', { node, problem: `lies on ${each.file}, which ${each.problem}` })
          : each,
      );
    });
    return (await Promise.all(checked)).flat();
  },
};
