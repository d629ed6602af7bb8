import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFakeLab } from '../crash/fake-lab.ts';

/** Prints the peak memory of an `up` that makes so many nodes, in bytes, as JSON. The machines are fakes: theirs does not count. */
const count = Number(process.argv[2] ?? 20);
const program = process.argv[3];
if (program === undefined) throw new Error('usage: memory.program COUNT PROGRAM');
const hosts = Array.from(
  { length: count },
  (_, index) => `    10.10.10.${String(index + 10)}: { nodename: n${String(index)} }`,
);
const manifest = `all:
  vars: { vm_image: local-empty, vm_cpu: 1, vm_mem: 128MiB, vm_disk: 16MiB, vm_disks: [] }
  hosts:
${hosts.join('\n')}
`;
const { lab, env, close } = await openFakeLab(manifest, program);
try {
  const spy = join(lab.folder, 'spy.cjs');
  const seen = join(lab.folder, 'peak');
  // The fakes are programs of node too, and inherit the environment.
  const guard = `process.argv[1] === ${JSON.stringify(program)}`;
  const write = `require('fs').writeFileSync(${JSON.stringify(seen)}, String(process.resourceUsage().maxRSS * 1024))`;
  writeFileSync(spy, `if (${guard}) process.on('exit', () => ${write});\n`);
  const up = await lab.run(['up'], { env: { ...env, NODE_OPTIONS: `--require ${spy}` }, timeoutMs: 600_000 });
  if (up.exit !== 0) throw new Error(up.stderr);
  process.stdout.write(`${JSON.stringify({ peakBytes: Number(readFileSync(seen, 'utf8')) })}\n`);
} finally {
  await close();
}
