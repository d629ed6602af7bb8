import { isAbsolute, join } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { isProgram } from './is-program.ts';

/** The programs of the way into a guest. */
const tools = ['ssh', 'ssh-keygen'] as const;

/** `tool_missing` for each of them that no absolute folder of the search path holds. */
export function checkGuestTools(searchPath: string): Result<void> {
  const folders = searchPath.split(':').filter((folder) => isAbsolute(folder));
  const missing = tools.filter((tool) => !folders.some((folder) => isProgram(join(folder, tool))));
  if (missing.length === 0) return ok(undefined);
  return fail(...missing.map((tool) => failure('tool_missing', { tool, packages: 'openssh-client' })));
}
