import type { Command } from './command.ts';
import { completionCommand } from './commands/completion.ts';
import { consoleCommand } from './commands/console.ts';
import { cpCommand } from './commands/cp.ts';
import { destroyCommand } from './commands/destroy.ts';
import { doctorCommand } from './commands/doctor.ts';
import { diskDeleteSnapshotCommand } from './commands/disk-delete-snapshot.ts';
import { diskExportCommand } from './commands/disk-export.ts';
import { diskListCommand } from './commands/disk-list.ts';
import { diskRestoreCommand } from './commands/disk-restore.ts';
import { execCommand } from './commands/exec.ts';
import { explainCommand } from './commands/explain.ts';
import { hostsCommand } from './commands/hosts.ts';
import { historyCommand } from './commands/history.ts';
import { historyShowCommand } from './commands/history-show.ts';
import { imageBuildCommand } from './commands/image-build.ts';
import { imageImportCommand } from './commands/image-import.ts';
import { imageListCommand } from './commands/image-list.ts';
import { initCommand } from './commands/init.ts';
import { logsCommand } from './commands/logs.ts';
import { planCommand } from './commands/plan.ts';
import { provisionCommand } from './commands/provision.ts';
import { purgeCommand } from './commands/purge.ts';
import { recoverCommand } from './commands/recover.ts';
import { recreateCommand } from './commands/recreate.ts';
import { reloadCommand } from './commands/reload.ts';
import { resizeCommand } from './commands/resize.ts';
import { restartCommand } from './commands/restart.ts';
import { setupCommand } from './commands/setup.ts';
import { sshConfigCommand } from './commands/ssh-config.ts';
import { sshCommand } from './commands/ssh.ts';
import { startCommand } from './commands/start.ts';
import { statusCommand } from './commands/status.ts';
import { stopCommand } from './commands/stop.ts';
import { upCommand } from './commands/up.ts';
import { validateCommand } from './commands/validate.ts';
import { versionCommand } from './commands/version.ts';
import { laterCommand } from './later-command.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  initCommand,
  validateCommand,
  planCommand,
  upCommand,
  statusCommand,
  sshCommand,
  execCommand,
  consoleCommand,
  cpCommand,
  provisionCommand,
  logsCommand,
  sshConfigCommand,
  hostsCommand,
  stopCommand,
  startCommand,
  restartCommand,
  reloadCommand,
  resizeCommand,
  recreateCommand,
  destroyCommand,
  purgeCommand,
  recoverCommand,
  historyCommand,
  historyShowCommand,
  diskListCommand,
  diskRestoreCommand,
  diskExportCommand,
  diskDeleteSnapshotCommand,
  imageBuildCommand,
  imageImportCommand,
  imageListCommand,
  doctorCommand,
  setupCommand,
  explainCommand,
  completionCommand(() => commands),
  versionCommand,
  laterCommand('network', 'set up bridged networking'),
];
