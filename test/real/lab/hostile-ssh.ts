import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes what a person's own configuration could do to a way in that took notice of it; `pwned` appears if it does. */
export function hostileSsh(home: string): void {
  const folder = join(home, '.ssh');
  mkdirSync(folder, { mode: 0o700 });
  const lines = [
    'Host *',
    '  User nobody',
    '  Port 1',
    '  HostName 192.0.2.1',
    `  ProxyCommand touch ${home}/pwned`,
    '  StrictHostKeyChecking ask',
    '  RequestTTY force',
    '  RemoteCommand false',
    '  IdentityFile /nonexistent',
    '  SendEnv *',
  ];
  writeFileSync(join(folder, 'config'), `${lines.join('\n')}\n`, { mode: 0o600 });
}
