import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNodeFiles } from '../../src/host/node-files.ts';
import type { Layout } from '../../src/ports/layout.ts';
import type { NodeFiles } from '../../src/ports/node-files.ts';
import { createPrograms } from '../../src/host/run-program.ts';

type RemoveFile = Parameters<NodeFiles['removeFile']>[0];

const files = createNodeFiles({ layout: {} as Layout, programs: createPrograms() });

test.each(['remove_root_disk', 'remove_data_disk', 'remove_retained_disk'])(
  '%s takes the draft with it that a crash may have left',
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'disk-'));
    const disk = join(folder, 'root.qcow2');
    for (const file of [disk, `${disk}.new`, join(folder, 'another')]) writeFileSync(file, '');
    const stillOwned = () => Promise.resolve({ ok: true, value: undefined });
    const running = { kind, stillOwned } as unknown as RemoveFile;
    expect(await files.removeFile(running, disk)).toEqual({ ok: true, value: undefined });
    expect(readdirSync(folder)).toEqual(['another']);
    writeFileSync(`${disk}.new`, '');
    expect((await files.removeFile(running, disk)).ok).toBe(true);
    expect(existsSync(`${disk}.new`)).toBe(false);
  },
);
