// Writes dist/program.cache: what node compiles of the program while it runs the commands that people wait for most.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [loader, dist] = process.argv.slice(2);
const { loadProgram } = createRequire(import.meta.url)(loader);

const hosts = [10, 11, 12].map((last) => `    10.10.10.${last}: { nodename: node-${last}, vm_mem: 256MiB }`);
const manifest = `all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_accel: tcg }
  hosts:
${hosts.join('\n')}
`;

/** Command lines with the exit statuses that they may end with: nothing is installed where this runs. */
const lines = [
  [['plan'], [0]],
  [['plan', '--json'], [0]],
  [['validate'], [0]],
  [['status'], [0]],
  // Starts programs, and those below fail.
  [['doctor'], [0, 1, 3]],
];
const programs = ['qemu-system-x86_64', 'qemu-system-aarch64', 'qemu-img', 'virtiofsd', 'ssh', 'ssh-keygen'];

const folder = mkdtempSync(join(tmpdir(), 'paddock-compile-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'paddock.yml'), manifest);
process.chdir(folder);
mkdirSync('bin');
for (const name of programs) writeFileSync(join('bin', name), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
process.env.PATH = `${join(folder, 'bin')}:${process.env.PATH}`;
process.env.PADDOCK_HOME = join(folder, 'home');
process.env.PADDOCK_CACHE = join(folder, 'cache');

const said = [];
process.stderr.write = (text, ...rest) => {
  said.push(text);
  if (typeof rest.at(-1) === 'function') rest.at(-1)();
  return true;
};
const program = loadProgram(dist);
for (const [words, allowed] of lines) {
  const status = await program.runProgram(words);
  if (!allowed.includes(status)) throw new Error(`paddock ${words.join(' ')} ended with ${status}: ${said.join('')}`);
}
writeFileSync(join(dist, 'program.cache'), program.compiled());
