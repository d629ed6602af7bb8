import { validateDocument } from '../../ui/validate-document.ts';
import { validateText } from '../../ui/validate-text.ts';
import type { Command } from '../command.ts';
import { fileOption } from '../option-specs.ts';
import { readDesired } from '../read-desired.ts';

export const validateCommand: Command = {
  name: 'validate',
  summary: 'check the manifest and show what it comes to',
  arguments: [],
  options: [fileOption],
  examples: ['paddock validate', 'paddock validate -f lab.yml --json'],
  async run(invocation) {
    const ports = await invocation.reading();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const desired = await readDesired(ports.value, invocation);
    if (!desired.ok) return { kind: 'failed', failures: desired.failures, report: null };
    const document = validateDocument(desired.value.deployment, desired.value.source);
    return { kind: 'result', exit: 0, document, text: validateText(document) };
  },
};
