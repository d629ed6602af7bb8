import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NeededTool } from '../../src/core/host/needed-tools.ts';
import { createHostPackages } from '../../src/host/host-packages.ts';
import { createPrograms } from '../../src/host/run-program.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paddock-packages-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const shares: NeededTool = { tool: 'virtiofsd', packages: ['virtiofsd', 'qemu-system-common'], purpose: 'shares' };
const tools: readonly NeededTool[] = [
  { tool: 'mcopy', packages: ['mtools'], purpose: 'mini' },
  { tool: 'qemu-img', packages: ['qemu-utils'], purpose: 'machines' },
];

function program(name: string, body: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(folder, name), 0o755);
}

/** A host whose only programs are those of the test; what apt is told goes into a file. */
function host({ isRoot = true }: { readonly isRoot?: boolean } = {}) {
  const programs = createPrograms();
  const env = { PATH: `${folder}:/usr/bin:/bin` };
  const named = ({ executable }: { readonly executable: string }) => join(folder, executable);
  return createHostPackages({
    programs: {
      ...programs,
      run: (request) => programs.run({ ...request, executable: named(request), env: { ...request.env, ...env } }),
    },
    searchPath: folder,
    arch: 'amd64',
    isRoot,
  });
}

const apt = (more = '') => {
  program('apt-get', `echo "$DEBIAN_FRONTEND apt-get $*" >>'${folder}/log'\n${more}`);
};
const log = () => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8').split('\n') : []);
const options = { onLine: () => undefined, signal: new AbortController().signal };
const words = 'apt-get install -q -y --no-install-recommends mtools qemu-utils';

describe('the packages of a host', () => {
  it('are missing where no program, and no file of the name, is there', () => {
    program('mcopy', '');
    writeFileSync(join(folder, 'qemu-img'), 'no program');
    const file: NeededTool = { tool: join(folder, 'absent'), packages: ['x'], purpose: 'mini' };
    expect(
      host()
        .missing([...tools, file])
        .map(({ tool }) => tool),
    ).toEqual(['qemu-img', file.tool]);
    writeFileSync(file.tool, '');
    expect(host().missing([file])).toEqual([]);
  });

  it('are installed by root, with the package lists read first', async () => {
    apt();
    expect(await host().plan(tools)).toMatchObject({ value: { command: words, packages: ['mtools', 'qemu-utils'] } });
    expect(log()).toEqual([]);
    expect(await host().install(tools, options)).toMatchObject({ ok: true });
    expect(log()).toEqual(['noninteractive apt-get update -q', `noninteractive ${words}`, '']);
  });

  it('are installed through sudo where that asks nothing, and else the command is told', async () => {
    apt();
    const root = await host({ isRoot: false }).plan(tools);
    expect(root).toMatchObject({ failures: [{ reason: 'packages_need_root', install: words }] });
    program('sudo', '[ "$1" = -n ] || exit 9\nshift\n"$@"');
    expect(await host({ isRoot: false }).plan(tools)).toMatchObject({ value: { command: `sudo ${words}` } });
    expect(await host({ isRoot: false }).install(tools, options)).toMatchObject({ ok: true });
    expect(log()[1]).toBe(`noninteractive ${words}`);
    program('sudo', 'echo "a password is required" >&2; exit 1');
    expect(await host({ isRoot: false }).plan(tools)).toMatchObject({ failures: [{ reason: 'packages_need_root' }] });
  });

  it('are named where there is no apt', async () => {
    const plan = await host().plan(tools);
    expect(plan).toMatchObject({ failures: [{ reason: 'packages_unmanaged', packages: ['mtools', 'qemu-utils'] }] });
  });

  it('that have another name on another release are found by that', async () => {
    apt();
    program('apt-cache', '[ "$3" != virtiofsd ]');
    expect(await host().plan([shares])).toMatchObject({ value: { packages: ['qemu-system-common'] } });
    program('apt-cache', 'true');
    expect(await host().plan([shares])).toMatchObject({ value: { packages: ['virtiofsd'] } });
  });

  it('that apt does not install are a failure with its last lines', async () => {
    apt('[ "$1" = update ] || { echo "E: no space" >&2; exit 100; }');
    const done = await host().install(tools, options);
    expect(done).toMatchObject({ failures: [{ reason: 'command_failed', command: { stderr: 'E: no space' } }] });
  });
});
