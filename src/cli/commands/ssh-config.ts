import { isAbsolute, resolve } from 'node:path';
import { failure } from '../../core/failure.ts';
import { includeLine } from '../../core/guest/include-lines.ts';
import { ok, type Result } from '../../core/result.ts';
import type { StateDocument } from '../../core/state/document.ts';
import type { SshConfigPorts } from '../../engine/refresh-ssh-config.ts';
import { carryOn } from '../../ui/carry-on.ts';
import { shellQuote } from '../../ui/shell-quote.ts';
import type { Command, CommandOutcome, Drawn, Invocation } from '../command.ts';
import { nothingThere } from '../nothing-there.ts';
import { textOption } from '../text-option.ts';
import { userSshConfig } from '../user-ssh-config.ts';

export const sshConfigCommand: Command = {
  name: 'ssh-config',
  summary: 'print an OpenSSH configuration for the lab, or have ~/.ssh/config include it',
  arguments: [],
  options: [
    { flags: '--install', description: 'add one Include at the top of ~/.ssh/config; kept up to date from then on' },
    { flags: '--remove', description: 'take it out again, leaving every other byte as it was' },
    { flags: '--config <path>', description: 'the configuration to change instead of ~/.ssh/config' },
  ],
  examples: ['paddock ssh-config', 'paddock ssh-config --install'],
  async run(invocation) {
    const { install, remove } = invocation.options;
    if (install === true && remove === true) return wrong('--install and --remove exclude each other');
    if (textOption(invocation, 'config') !== null && install !== true && remove !== true) {
      return wrong('--config goes with --install or --remove');
    }
    const named = textOption(invocation, 'config');
    if (named !== null && invocation.cwd === null && !isAbsolute(named)) {
      return { kind: 'failed', failures: [failure('working_directory_gone', { wanted: named })], report: null };
    }
    const ports = invocation.access();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    if (remove === true) return takeOut(ports.value, invocation);
    const lab = await labConfig(ports.value, invocation);
    if (!lab.ok) return { kind: 'failed', failures: lab.failures, report: null };
    return install === true ? putIn(ports.value, invocation, lab.value) : printed(lab.value);
  },
};

interface LabConfig {
  readonly text: string;
  readonly hosts: readonly { readonly names: readonly string[]; readonly port: number; readonly user: string }[];
}

async function labConfig(ports: SshConfigPorts, invocation: Pick<Invocation, 'ports'>): Promise<Result<LabConfig>> {
  const [{ readDocument }, { sshConfigHosts }, { sshConfigOf }] = await Promise.all([
    import('../../engine/read-document.ts'),
    import('../../engine/lab-hosts.ts'),
    import('../../engine/refresh-ssh-config.ts'),
  ]);
  const read = await readDocument(ports);
  if (!read.ok) return read;
  const document: StateDocument | null = read.value.document;
  if ((document?.deployment ?? null) === null) return nothingThere(invocation, 'ssh-config');
  const text = sshConfigOf(ports.layout, document);
  return text.ok ? ok({ text: text.value, hosts: sshConfigHosts(document) }) : text;
}

function printed({ text, hosts }: LabConfig): CommandOutcome {
  const shown = hosts.map(({ names, port, user }) => ({ names, host: '127.0.0.1', port, user }));
  return { kind: 'result', exit: 0, document: { config: text, hosts: shown }, text: text.replace(/\n$/, '') };
}

async function putIn(ports: SshConfigPorts, invocation: Invocation, lab: LabConfig): Promise<CommandOutcome> {
  const { sshConfig } = ports;
  const written = await sshConfig.write(lab.text);
  if (!written.ok) return { kind: 'failed', failures: written.failures, report: null };
  const place = placeOf(invocation);
  const included = await sshConfig.include(place.path);
  const facts = { config: place.path, fragment: sshConfig.fragment };
  if (!included.ok) {
    // The line to add is the result: a script can put it where the person wants it.
    const line = includeLine(sshConfig.fragment);
    const report = { document: { ...facts, line }, text: line, status: 'error' as const };
    return { kind: 'failed', failures: included.failures, report };
  }
  return result({
    document: { ...facts, outcome: included.value },
    text: [
      included.value === 'included'
        ? `${place.path} includes the lab now; every command that changes the lab keeps it right`
        : `${place.path} includes the lab already`,
      ...place.notes,
      ...lab.hosts.slice(0, 1).map(({ names: [name = ''] }) => `next: ssh ${name}`),
    ].join('\n'),
  });
}

async function takeOut({ sshConfig }: SshConfigPorts, invocation: Invocation): Promise<CommandOutcome> {
  const { path } = placeOf(invocation);
  const excluded = await sshConfig.exclude(path);
  if (!excluded.ok) return { kind: 'failed', failures: excluded.failures, report: null };
  return result({
    document: { config: path, fragment: sshConfig.fragment, outcome: excluded.value },
    text:
      excluded.value === 'excluded'
        ? `${path} is as it was; ${carryOn(['ssh-config', '--install'], invocation.carried)} brings the lab back`
        : `${path} does not include the lab`,
  });
}

function placeOf(invocation: Invocation): { readonly path: string; readonly notes: readonly string[] } {
  const named = textOption(invocation, 'config');
  if (named !== null) {
    const path = resolve(invocation.cwd ?? '/', named);
    return { path, notes: [`note: ssh reads it when told to: ${shellQuote(['ssh', '-F', path])}`] };
  }
  const { path, readInstead } = userSshConfig(invocation.env);
  if (readInstead === null) return { path, notes: [] };
  return {
    path,
    notes: [
      `note: HOME is not the home of this account, and ssh reads ${readInstead}: ${shellQuote(['ssh', '-F', path])}`,
    ],
  };
}

function result(drawn: Drawn): CommandOutcome {
  return { kind: 'result', exit: 0, ...drawn };
}

function wrong(problem: string): CommandOutcome {
  return { kind: 'failed', failures: [failure('usage_error', { problem })], report: null };
}
