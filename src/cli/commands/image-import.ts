import { basename, isAbsolute, join } from 'node:path';
import { type Failure, failure } from '../../core/failure.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { ImportRequest } from '../../ports/image-store.ts';
import { imageDocument } from '../../ui/image-document.ts';
import type { Command, Invocation } from '../command.ts';

export const imageImportCommand: Command = {
  name: 'image import',
  summary: 'copy a qcow2 or raw disk image into the cache as local-NAME',
  arguments: [{ name: 'file', required: true, variadic: false, description: 'disk image of a guest with cloud-init' }],
  options: [
    { flags: '--name <name>', description: 'name after local- (default: the name of the file)' },
    { flags: '--arch <arch>', description: 'amd64 or arm64 (default: that of this host)' },
    { flags: '--boot <firmware>', description: 'bios, uefi or both (default: both, or uefi for arm64)' },
  ],
  examples: ['paddock image import ./debian-12.qcow2 --name debian-12'],
  async run(invocation) {
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const request = readRequest(invocation, ports.value.resources.arch());
    if (!request.ok) return { kind: 'failed', failures: request.failures, report: null };
    const imported = await ports.value.images.importFile(request.value);
    if (!imported.ok) return { kind: 'failed', failures: imported.failures, report: null };
    const { alias } = imported.value;
    return {
      kind: 'result',
      exit: 0,
      document: { image: imageDocument(imported.value) },
      text: `${alias} is in the image cache; a manifest names it with vm_image: ${alias}`,
    };
  },
};

const arches = ['amd64', 'arm64'] as const;
const firmwares = ['bios', 'uefi', 'both'] as const;

function readRequest(
  { arguments: typed, options, cwd }: Invocation,
  hostArch: 'amd64' | 'arm64',
): Result<ImportRequest> {
  const given = typed[0] ?? '';
  const arch = oneOf(options['arch'] ?? hostArch, arches);
  const boot = oneOf(options['boot'] ?? (arch === 'arm64' ? 'uefi' : 'both'), firmwares);
  const problems: Failure[] = [];
  if (arch === null) problems.push(failure('usage_error', { problem: `--arch is one of ${arches.join(', ')}` }));
  if (boot === null) problems.push(failure('usage_error', { problem: `--boot is one of ${firmwares.join(', ')}` }));
  if (!isAbsolute(given) && cwd === null) {
    problems.push(
      failure('usage_error', { problem: 'the working directory is gone, so the file needs an absolute path' }),
    );
  }
  if (arch === null || boot === null || problems.length > 0) return fail(...problems);
  const file = isAbsolute(given) ? given : join(cwd ?? '/', given);
  const name = typeof options['name'] === 'string' ? options['name'] : nameOf(file);
  return ok({ file, name, arch, boot });
}

function oneOf<T extends string>(value: unknown, known: readonly T[]): T | null {
  return known.find((each) => each === value) ?? null;
}

function nameOf(file: string): string {
  return basename(file)
    .replace(/\.(qcow2|img|raw)$/i, '')
    .toLowerCase();
}
