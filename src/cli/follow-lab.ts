import { harmless } from '../ui/harmless.ts';
import { describeFailure } from '../core/failure-text.ts';
import { oneLine } from '../core/one-line.ts';
import type { Command, Invocation } from './command.ts';
import { composeAccess } from './compose.ts';
import { userSshConfig } from './user-ssh-config.ts';
import { writeAll } from './write-all.ts';
import type { CliHost } from './run-cli.ts';
import type { GlobalOptions } from './command.ts';

/** After a command that changes the lab: what plain ssh knows of it follows. Trouble is a warning; the command has ended. */
export async function followLab(
  command: Command,
  { global }: { readonly global: GlobalOptions },
  host: Pick<CliHost, 'process'> & { readonly cwd: Invocation['cwd'] },
): Promise<void> {
  if (command.changesLab !== true) return;
  const { env, stderr } = host.process;
  const ports = composeAccess({ env, global, cwd: host.cwd });
  if (!ports.ok) return;
  const { refreshSshConfig } = await import('../engine/refresh-ssh-config.ts');
  const failures = await refreshSshConfig(ports.value, { command: command.name, config: userSshConfig(env).path });
  for (const failure of failures) {
    await writeAll(stderr, `${harmless(`warning: ssh configuration: ${oneLine(describeFailure(failure).message)}`)}\n`);
  }
}
