import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeName, Uuid } from '../../../src/core/names.ts';
import { createClock } from '../../../src/host/clock.ts';
import type { GuestWorld } from '../../../src/host/guest-world.ts';
import { createPrograms } from '../../../src/host/run-program.ts';

export const shippedScripts = join(import.meta.dirname, '../../../qemu/guest');

export const benchTarget = {
  name: 'node-1' as NodeName,
  uuid: '0b9c1c7e-1111-4222-8333-444455556666' as Uuid,
  user: 'dba',
  port: 1,
};

export interface ScriptBench {
  readonly folder: string;
  readonly world: GuestWorld;
  /** Puts a program of this name before the real one. */
  readonly program: (name: string, body: string) => void;
  /** What the script `report` is to be. */
  readonly script: (text: string) => void;
  readonly close: () => void;
}

/**
 * A guest that is this host: `ssh` hands its last word to a shell, as an ssh server does, and `sudo` grants everything.
 * What the runner keeps in /run and a guest in /var/lib is below the bench's own folder.
 */
export function openScriptBench(): ScriptBench {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-script-'));
  for (const name of ['bin', 'run', 'scripts', 'var']) mkdirSync(join(folder, name));
  const program: ScriptBench['program'] = (name, body) => {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  };
  const script: ScriptBench['script'] = (text) => {
    writeFileSync(join(folder, 'scripts', 'report.sh'), text);
  };
  program(
    'ssh',
    `for last in "$@"; do :; done\nexec sh -c "$(printf '%s' "$last" | sed 's,/var/lib/,${folder}/var/,g')"`,
  );
  program('sudo', 'shift\nexec "$@"');
  const runner = readFileSync(join(shippedScripts, 'run-script.sh'), 'utf8').replaceAll('/run/', `${folder}/run/`);
  writeFileSync(join(folder, 'scripts', 'run-script.sh'), runner);
  script('exit 0\n');
  const bounded = createPrograms();
  const path = `${folder}/bin:${process.env['PATH'] ?? ''}`;
  const world: GuestWorld = {
    programs: {
      ...bounded,
      run: (request) => bounded.run({ ...request, executable: join(folder, 'bin', 'ssh'), env: { PATH: path } }),
    },
    clock: createClock(),
    keysFolder: folder,
    scriptsFolder: join(folder, 'scripts'),
    terminal: { stdin: false, stdout: false },
  };
  const close = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, world, program, script, close };
}
