import { commands } from '../../../src/cli/commands.ts';
import type { Command } from '../../../src/cli/command.ts';

/** These may delete a guest's bytes; a `disk restore` puts older ones in their place. */
const deadly: readonly string[] = ['recreate', 'destroy', 'purge', 'disk restore'];
/** These change the host itself, so they are run only where they can say what they would do. */
const ofTheHost = /^(?:setup|network)\b/u;

/** Lines for commands whose arguments a test has to choose; every other line comes from the table of commands. */
const chosen: { readonly [name: string]: readonly (readonly string[])[] } = {
  'image build': [['image', 'build', 'no-such-recipe']],
  'image import': [['image', 'import', 'no-such-file', '--name', 'x']],
  'history show': [['history', 'show', 'no-such-operation']],
  exec: [['exec', 'meta', 'true']],
  ssh: [['ssh', 'meta', 'true']],
  logs: [
    ['logs', 'meta'],
    ['logs', 'meta', '--source', 'qemu'],
  ],
  resize: [
    ['resize', 'meta'],
    ['resize', '--restart', 'meta'],
  ],
  stop: [
    ['stop', 'meta'],
    ['stop', '--force', 'meta'],
  ],
  start: [['start', 'meta']],
  completion: [['completion', 'bash']],
  explain: [['explain', 'nodes_removed']],
};

/**
 * Every command that must leave the disks alone, each with words it does something with, all of them on `meta` only. A
 * command that is new in the table of commands is among them at once.
 */
export function harmlessLines(): readonly (readonly string[])[] {
  return commands
    .filter(({ name, acceptsAnything }) => acceptsAnything !== true && !deadly.includes(name))
    .flatMap((command) => chosen[command.name] ?? derived(command));
}

function derived({ name, arguments: wanted, options }: Command): readonly (readonly string[])[] {
  const words = name.split(' ');
  const ownNodes = wanted.filter((argument) => argument.required || argument.name === 'node').map(() => 'meta');
  const dryRun = options.some(({ flags }) => flags.includes('--dry-run'));
  if (ofTheHost.test(name)) return dryRun ? [[...words, ...ownNodes, '--dry-run']] : [[...words, '--help']];
  const yes = options.some(({ flags }) => flags.includes('--yes')) ? ['--yes'] : [];
  const line = [...words, ...ownNodes, ...yes];
  return dryRun ? [[...line, '--dry-run'], line] : [line];
}
