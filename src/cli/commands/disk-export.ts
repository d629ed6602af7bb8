import { resolve } from 'node:path';
import { failure } from '../../core/failure.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { DiskExport } from '../../engine/export-disk.ts';
import type { Command, Invocation } from '../command.ts';
import { diskArguments } from '../disk-request.ts';
import { textOption } from '../text-option.ts';

export const diskExportCommand: Command = {
  name: 'disk export',
  summary: 'copy a data disk, or a snapshot of it, to a new file',
  arguments: [...diskArguments, { name: 'file', required: true, variadic: false, description: 'the new file' }],
  options: [
    { flags: '--snapshot <name>', description: 'what the disk held then; without it, what it holds now' },
    { flags: '--format <format>', description: 'qcow2 or raw (default: qcow2)' },
  ],
  examples: [
    'paddock disk export meta /data ./data.qcow2',
    'paddock disk export meta /data ./old.img --format raw --snapshot paddock-reset-20260101T120000Z',
  ],
  async run(invocation) {
    const request = readRequest(invocation);
    if (!request.ok) return { kind: 'failed', failures: request.failures, report: null };
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { exportDisk } = await import('../../engine/export-disk.ts');
    const exported = await exportDisk(ports.value, request.value);
    if (!exported.ok) return { kind: 'failed', failures: exported.failures, report: null };
    const { node, path, file } = exported.value;
    return { kind: 'result', exit: 0, document: exported.value, text: `disk ${path} of ${node} is in ${file}` };
  },
};

const formats = ['qcow2', 'raw'] as const;

function readRequest(invocation: Invocation): Result<DiskExport> {
  const [node = '', path = '', file = ''] = invocation.arguments;
  const given = textOption(invocation, 'format') ?? 'qcow2';
  const format = formats.find((each) => each === given);
  if (format === undefined) {
    return fail(failure('usage_error', { problem: `--format is one of ${formats.join(', ')}, not ${given}` }));
  }
  const { cwd, signal } = invocation;
  if (cwd === null && !file.startsWith('/')) return fail(failure('working_directory_gone', { wanted: file }));
  const to = resolve(cwd ?? '/', file);
  return ok({ node, path, snapshot: textOption(invocation, 'snapshot'), format, to, signal });
}
