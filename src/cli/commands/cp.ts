import { resolve } from 'node:path';
import { failure } from '../../core/failure.ts';
import { type CopyRequest, readCopyRequest } from '../../core/guest/copy-request.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { Command, Invocation } from '../command.ts';

export const cpCommand: Command = {
  name: 'cp',
  summary: 'copy files between this host and a node; NODE:PATH is in the node',
  arguments: [
    { name: 'path', required: true, variadic: true, description: 'what to copy, then where to; one side is NODE:PATH' },
  ],
  options: [
    { flags: '-r, --recursive', description: 'copy folders with everything in them' },
    { flags: '-p, --preserve', description: 'keep times and modes' },
  ],
  examples: ['paddock cp app.tar.gz meta:/tmp', 'paddock cp -r meta:/var/log ./logs'],
  async run(invocation) {
    const wanted = readCopyRequest(invocation.arguments);
    const request = wanted.ok ? onHost(wanted.value, invocation.cwd) : wanted;
    if (!request.ok) return { kind: 'failed', failures: request.failures, report: null };
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { findGuest } = await import('../../engine/find-guest.ts');
    const target = await findGuest(ports.value, { node: request.value.node, command: 'cp' });
    if (!target.ok) return { kind: 'failed', failures: target.failures, report: null };
    const copied = await ports.value.guest.copy(target.value, { ...request.value, ...optionsOf(invocation) });
    if (!copied.ok) return { kind: 'failed', failures: copied.failures, report: null };
    return { kind: 'result', exit: 0, document: { copied: request.value }, text: '' };
  },
};

function optionsOf({ options, global, signal }: Invocation) {
  return {
    recursive: options['recursive'] === true,
    preserve: options['preserve'] === true,
    progress: global.format === 'text' ? ('auto' as const) : ('never' as const),
    signal,
  };
}

/** The paths of this host as absolute ones: scp runs in another folder, and would take `a:b` for a host. */
function onHost(request: CopyRequest, cwd: string | null): Result<CopyRequest> {
  const typed = request.direction === 'to_node' ? request.sources : [request.destination];
  const relative = typed.find((path) => !path.startsWith('/'));
  if (cwd === null && relative !== undefined) return fail(failure('working_directory_gone', { wanted: relative }));
  // A slash at the end says that a folder is meant.
  const absolute = (path: string) => `${resolve(cwd ?? '/', path)}${/.\/$/.test(path) ? '/' : ''}`;
  if (request.direction === 'to_node') return ok({ ...request, sources: request.sources.map(absolute) });
  return ok({ ...request, destination: absolute(request.destination) });
}
