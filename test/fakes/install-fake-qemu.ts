import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const programs = { 'qemu-system-x86_64': 'emulator.mjs', 'qemu-img': 'qemu-img.mjs' };

export interface FakeQemu {
  /** Put this first on PATH. */
  readonly folder: string;
  /** Replaces what the fake is told; see FAKE-QEMU.md. */
  readonly tell: (control: object) => void;
  /** What it did so far, oldest first. */
  readonly journal: () => readonly FakeEntry[];
}

export interface FakeEntry {
  readonly event: 'launch' | 'command' | 'end' | 'qemu-img';
  readonly pid: number;
  readonly name?: string;
  readonly uuid?: string;
  readonly command?: string;
  readonly why?: string;
  readonly verb?: string;
  readonly argv?: readonly string[];
}

/** Puts the fake's programs into a folder, which also takes its control file and its journal. */
export function installFakeQemu(folder: string): FakeQemu {
  mkdirSync(folder, { recursive: true });
  for (const [name, module] of Object.entries(programs)) {
    const url = pathToFileURL(join(import.meta.dirname, 'fake-qemu', module)).href;
    writeFileSync(join(folder, name), `#!${process.execPath}\nimport(${JSON.stringify(url)});\n`, { mode: 0o755 });
  }
  const journalFile = join(folder, 'journal.jsonl');
  writeFileSync(journalFile, '');
  return {
    folder,
    tell: (control) => {
      writeFileSync(join(folder, 'control.json'), JSON.stringify(control));
    },
    journal: () =>
      readFileSync(journalFile, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as FakeEntry),
  };
}
