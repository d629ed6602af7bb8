import type { Command } from '../command.ts';
import { version } from '../version.ts';

export const versionCommand: Command = {
  name: 'version',
  summary: 'print the version',
  arguments: [],
  options: [],
  examples: ['paddock version --json'],
  run: () =>
    Promise.resolve({
      kind: 'result',
      exit: 0,
      document: { version, node: process.versions.node, platform: process.platform, arch: process.arch },
      text: version,
    }),
};
