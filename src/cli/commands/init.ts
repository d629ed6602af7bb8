import { join, resolve } from 'node:path';
import { failure } from '../../core/failure.ts';
import { initTemplate, type TemplateName, templateNames } from '../../core/manifest/init-template.ts';
import { carryOn } from '../../ui/carry-on.ts';
import type { Command } from '../command.ts';
import { packageFolder } from '../package-folder.ts';
import { textOption } from '../text-option.ts';

const defaultFile = 'paddock.yml';

export const initCommand: Command = {
  name: 'init',
  summary: 'write a manifest to start from; never overwrites a file',
  arguments: [
    {
      name: 'template',
      required: false,
      variadic: false,
      description: `one of ${templateNames.join(', ')} (default: single)`,
      choices: templateNames,
    },
  ],
  options: [{ flags: '-f, --file <path>', description: `the file to write (default: ${defaultFile} here)` }],
  examples: ['paddock init', 'paddock init trio -f lab.yml'],
  async run(invocation) {
    const name = templateNames.find((each) => each === (invocation.arguments[0] ?? 'single'));
    if (name === undefined) return wrongTemplate(invocation.arguments[0] ?? '');
    const file = textOption(invocation, 'file') ?? defaultFile;
    if (file === '-')
      return wrongUsage('-f - names no file that plan could read later; name one, for example -f lab.yml');
    if (invocation.cwd === null && !file.startsWith('/')) {
      return { kind: 'failed', failures: [failure('working_directory_gone', { wanted: file })], report: null };
    }
    const path = resolve(invocation.cwd ?? '/', file);
    const written = await invocation.newFiles().create(path, initText(name));
    if (!written.ok) return { kind: 'failed', failures: written.failures, report: null };
    const next = ['plan', 'up'].map((command) => carryOn([command], invocation.carried));
    return {
      kind: 'result',
      exit: 0,
      document: { file: path, template: name, next },
      text: [`wrote ${file} (${name})`, ...next.map((line) => `next: ${line}`)].join('\n'),
    };
  },
};

function initText(name: TemplateName): string {
  return initTemplate(name, join(packageFolder(), 'schemas', 'manifest.schema.json'));
}

function wrongTemplate(typed: string) {
  return wrongUsage(`no template is called ${JSON.stringify(typed)}; there are ${templateNames.join(', ')}`);
}

function wrongUsage(problem: string) {
  return { kind: 'failed', failures: [failure('usage_error', { problem })], report: null } as const;
}
