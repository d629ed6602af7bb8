import { failure } from '../core/failure.ts';
import { type ScpCopy, scpArgv } from '../core/guest/scp-argv.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { CopyOptions, GuestTarget } from '../ports/guest.ts';
import { checkCopyPaths } from './check-copy-paths.ts';
import { anyExitStatus } from './any-exit-status.ts';
import { type GuestWorld, sshFiles } from './guest-world.ts';

/** A day: a dead guest ends a copy much sooner, by the keep-alives of ssh. */
const limitMs = 24 * 60 * 60 * 1000;

const broken = fail(failure('interrupted', { command: 'cp', leaves: 'copied' }));

/** Copies with the system's scp. A person at a terminal sees its progress and its words; else only a failure quotes them. */
export async function copyWithGuest(
  world: GuestWorld,
  target: GuestTarget,
  options: CopyOptions,
): Promise<Result<void>> {
  const usable = await checkCopyPaths(options);
  if (!usable.ok) return usable;
  const shown = options.progress === 'auto' && world.terminal.stdout;
  const copy: ScpCopy = { ...options, progress: shown };
  const scp = { executable: 'scp', packages: 'openssh-client', cwd: world.keysFolder };
  const argv = scpArgv(target, sshFiles, copy);
  if (shown) {
    const ended = await world.programs.attach({ ...scp, arguments: argv, signal: options.signal });
    if (!ended.ok) return ended;
    if (options.signal.aborted) return broken;
    return judge(target, { exitStatus: ended.value, said: 'scp has said why above' });
  }
  const ran = await world.programs.run({
    ...scp,
    arguments: argv,
    timeoutMs: limitMs,
    signal: options.signal,
    accept: anyExitStatus,
  });
  if (!ran.ok) return options.signal.aborted ? broken : ran;
  const said = ran.value.stderr.trim().split(/\r?\n/u).slice(-3).join('; ');
  return judge(target, { exitStatus: ran.value.exitStatus, said });
}

function judge(target: GuestTarget, { exitStatus, said }: { readonly exitStatus: number; readonly said: string }) {
  if (exitStatus === 0) return ok(undefined);
  return fail(failure('copy_failed', { node: target.name, exitStatus, said }));
}
