// Makes amd64.json and arm64.json from the sources beside it, with GNU binutils. `--check` only compares.
// Nothing of this is needed to run Paddock: the bytes are shipped.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = import.meta.dirname;

const targets = {
  amd64: { tools: '', as: ['--64'], address: '0xfffffe00', imageBytes: 65_536, at: 65_536 - 512 },
  arm64: { tools: 'aarch64-linux-gnu-', as: [], address: '0x0', imageBytes: 65_536, at: 0 },
};

function assemble(arch) {
  const { tools, as, address, imageBytes, at } = targets[arch];
  const work = mkdtempSync(join(tmpdir(), 'probe-'));
  try {
    const [object, linked, binary] = ['o', 'elf', 'bin'].map((end) => join(work, `probe.${end}`));
    execFileSync(`${tools}as`, [...as, '-o', object, join(folder, `${arch}.S`)]);
    execFileSync(`${tools}ld`, ['-nostdlib', '-e', address, `-Ttext=${address}`, '-o', linked, object]);
    execFileSync(`${tools}objcopy`, ['-O', 'binary', '-j', '.text', linked, binary]);
    return `${JSON.stringify({ imageBytes, at, hex: readFileSync(binary).toString('hex') }, null, 2)}\n`;
  } finally {
    rmSync(work, { recursive: true });
  }
}

const check = process.argv.includes('--check');
const asked = process.argv.slice(2).filter((word) => word in targets);
for (const arch of asked.length === 0 ? Object.keys(targets) : asked) {
  const file = join(folder, `${arch}.json`);
  const fresh = assemble(arch);
  if (!check) writeFileSync(file, fresh);
  else if (readFileSync(file, 'utf8') !== fresh) {
    process.stderr.write(`${file}: is not what ${arch}.S assembles to; run node ${join(folder, 'assemble.mjs')}\n`);
    process.exitCode = 1;
  }
}
