import { resolve } from 'node:path';
import { failure } from '../../core/failure.ts';
import type { ProvisionReport } from '../../core/report/provision-report.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { NodeOutput, ProvisionRequest } from '../../engine/provision.ts';
import { LineMarker } from '../../ui/mark-lines.ts';
import { provisionText } from '../../ui/provision-text.ts';
import { nodesArgument } from '../option-specs.ts';
import type { CliPorts, Command, CommandOutcome, Invocation, Piece } from '../command.ts';
import { openChannel } from '../open-channel.ts';
import { scopeOf } from '../scope-of.ts';
import { textOption } from '../text-option.ts';

const defaultTimeout = '1h';
const secondsPer = { s: 1, m: 60, h: 3600 } as const;
const mostSeconds = 24 * 3600;
/** Characters of output that a document holds, of all nodes together. */
const keptInDocument = 4 * 2 ** 20;

export const provisionCommand: Command = {
  name: 'provision',
  summary: 'run a script in every node, or in those named, side by side',
  arguments: [nodesArgument],
  options: [
    { flags: '--script <file>', description: 'the script to run; its first line names what runs it' },
    { flags: '--timeout <time>', description: `end it after so long, such as 90s, 10m (default: ${defaultTimeout})` },
    { flags: '--sudo', description: 'run it as root' },
  ],
  examples: ['paddock provision --script setup.sh', 'paddock provision --script setup.sh --sudo meta node-1'],
  async run(invocation) {
    const options = await readOptions(invocation);
    if (!options.ok) return { kind: 'failed', failures: options.failures, report: null };
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const script = await ports.value.scripts.read(options.value.path);
    if (!script.ok) return { kind: 'failed', failures: script.failures, report: null };
    const { timeoutSeconds, sudo } = options.value;
    const asked = { scope: scopeOf(invocation), script: script.value, timeoutSeconds, sudo, signal: invocation.signal };
    return invocation.global.format === 'text' ? shown(ports.value, asked) : collected(ports.value, asked);
  },
};

type Asked = Omit<ProvisionRequest, 'keep' | 'onOutput'>;

async function readOptions(
  invocation: Invocation,
): Promise<Result<{ path: string; timeoutSeconds: number; sudo: boolean }>> {
  const file = textOption(invocation, 'script');
  if (file === null) return fail(failure('usage_error', { problem: 'name the script with --script FILE' }));
  if (invocation.cwd === null && !file.startsWith('/'))
    return fail(failure('working_directory_gone', { wanted: file }));
  const typed = textOption(invocation, 'timeout') ?? defaultTimeout;
  const [, digits = '', unit = 's'] = /^(\d{1,6})([smh])?$/.exec(typed) ?? [];
  const timeoutSeconds = Number(digits) * secondsPer[unit as keyof typeof secondsPer];
  if (timeoutSeconds < 1 || timeoutSeconds > mostSeconds) {
    return fail(failure('usage_error', { problem: `--timeout ${typed}: 1s to 24h, for example 90s, 10m or 2h` }));
  }
  const path = resolve(invocation.cwd ?? '/', file);
  return Promise.resolve(ok({ path, timeoutSeconds, sudo: invocation.options['sudo'] === true }));
}

/** One document at the end, with the end of what each node wrote. */
async function collected(ports: CliPorts, asked: Asked): Promise<CommandOutcome> {
  const { provision } = await import('../../engine/provision.ts');
  const ran = await provision(ports, { ...asked, keep: keptInDocument, onOutput: () => Promise.resolve() });
  return outcomeOf(ran, '');
}

/** Output as it comes: of one node as it is, of several with the name of the node before each line. */
async function shown(ports: CliPorts, asked: Asked): Promise<CommandOutcome> {
  const { provision } = await import('../../engine/provision.ts');
  const channel = openChannel<Piece>();
  const markers = new Map<string, LineMarker>();
  const onOutput = ({ node, nodes, from, text }: NodeOutput): Promise<void> => {
    if (nodes === 1) return channel.send({ to: from, text });
    const marker = markers.get(`${from} ${node}`) ?? new LineMarker(`${node} | `);
    markers.set(`${from} ${node}`, marker);
    const lines = marker.add(text);
    return lines === '' ? Promise.resolve() : channel.send({ to: from, text: lines });
  };
  const ended = provision(ports, { ...asked, keep: 0, onOutput }).finally(() => {
    for (const [key, marker] of markers) {
      const text = marker.end();
      if (text !== '') void channel.send({ to: key.startsWith('stdout') ? 'stdout' : 'stderr', text });
    }
    channel.close();
  });
  // A bug in it is told by `end`, whenever that is asked.
  ended.catch(() => undefined);
  return {
    kind: 'stream',
    pieces: channel.values,
    end: async () => {
      const ran = await ended;
      return outcomeOf(ran, ran.ok && ran.value.nodes.length > 1 ? provisionText(ran.value) : '');
    },
  };
}

/** The remote status of a single node is ours. */
function outcomeOf(ran: Result<ProvisionReport>, text: string): CommandOutcome {
  if (!ran.ok) return { kind: 'failed', failures: ran.failures, report: null };
  const { status, nodes } = ran.value;
  const document = {
    status,
    nodes: nodes.map(({ failure: problem, ...node }) => ({ ...node, reason: problem?.reason ?? null })),
  };
  if (status === 'complete') return { kind: 'result', exit: 0, document, text };
  const failures = nodes.flatMap((node) => node.failure ?? []);
  const exit = nodes.length === 1 ? (nodes[0]?.exitStatus ?? null) : null;
  return { kind: 'failed', failures, report: { document, text, status }, ...(exit === null ? {} : { exit }) };
}
