import type { Command } from '../command.ts';
import { imageListText } from '../../ui/image-list-text.ts';
import { imageDocument } from '../../ui/image-document.ts';

export const imageListCommand: Command = {
  name: 'image list',
  summary: 'list the base images in the cache',
  arguments: [],
  options: [],
  examples: ['paddock image list', 'paddock image list --json'],
  async run(invocation) {
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const images = await ports.value.images.list();
    if (!images.ok) return { kind: 'failed', failures: images.failures, report: null };
    return {
      kind: 'result',
      exit: 0,
      document: {
        images: images.value.images.map((image) => ({ ...imageDocument(image), problem: image.problem })),
        damagedRecords: images.value.damagedRecords,
      },
      text: imageListText(images.value),
    };
  },
};
