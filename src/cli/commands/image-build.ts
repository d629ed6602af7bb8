import { imageDocument } from '../../ui/image-document.ts';
import type { Command } from '../command.ts';

export const imageBuildCommand: Command = {
  name: 'image build',
  summary: 'build a base image from the distribution’s own packages',
  arguments: [{ name: 'recipe', required: true, variadic: false, description: 'what to build, mini or debian' }],
  options: [{ flags: '--force', description: 'build again even when the same recipe was built before' }],
  examples: ['paddock image build mini', 'paddock image build debian'],
  async run(invocation) {
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { images, events } = ports.value;
    const recipe = invocation.arguments[0] ?? '';
    const built = await images.build(recipe, {
      onLine: (line) => {
        events.emit({ kind: 'note', text: `${recipe}: ${line}` });
      },
      signal: invocation.signal,
      force: invocation.options['force'] === true,
    });
    if (!built.ok) return { kind: 'failed', failures: built.failures, report: null };
    const { alias } = built.value;
    return {
      kind: 'result',
      exit: 0,
      document: { image: imageDocument(built.value) },
      text: `${alias} is in the image cache; a manifest names it with vm_image: ${alias}`,
    };
  },
};
