import type { SetUpHostReport } from '../../core/report/set-up-host-report.ts';
import type { Command } from '../command.ts';
import { yesOption } from '../option-specs.ts';

export const setupCommand: Command = {
  name: 'setup',
  summary: 'install what this host lacks, with apt, as root or with sudo; else prints the command. Asks first',
  arguments: [],
  options: [
    yesOption,
    { flags: '--dry-run', description: 'show what is missing and what would be run, and change nothing' },
    { flags: '--all', description: 'also what only `image build debian` needs' },
  ],
  examples: ['paddock setup --dry-run', 'paddock setup --yes'],
  async run({ ports: build, options, signal }) {
    const ports = await build();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { setUpHost } = await import('../../engine/set-up-host.ts');
    const done = await setUpHost(ports.value, {
      ...{ everything: options['all'] === true, dryRun: options['dryRun'] === true },
      ...{ confirmed: options['yes'] === true, signal },
    });
    if (!done.ok) return { kind: 'failed', failures: done.failures, report: null };
    const { status, missing, packages, command } = done.value;
    const document = { status, missing: missing.map(({ tool }) => tool), packages, command };
    return { kind: 'result', exit: 0, document, text: textOf(done.value) };
  },
};

function textOf({ status, missing, packages, command }: SetUpHostReport): string {
  if (status === 'nothing_missing') return 'nothing is missing';
  if (status === 'installed') return `installed: ${packages.join(', ')}`;
  return [`missing: ${missing.map(({ tool }) => tool).join(', ')}`, `would run: ${command ?? ''}`].join('\n');
}
