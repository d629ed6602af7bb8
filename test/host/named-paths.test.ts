import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkCopyPaths } from '../../src/host/check-copy-paths.ts';
import { createScriptFiles } from '../../src/host/script-files.ts';

let folder: string;
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'paddock-paths-'));
  mkdirSync(at('folder'));
  writeFileSync(at('file'), 'echo here\n');
  writeFileSync(at('empty'), '');
  symlinkSync('file', at('link'));
  symlinkSync('nowhere', at('dangling'));
  symlinkSync('circle', at('circle'));
  execFileSync('mkfifo', [at('pipe')]);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const unusable = [
  ['nothing', 'is not there'],
  ['dangling', 'is not there'],
  ['file/below', 'leads through something that is no folder'],
  ['circle', 'is a link that leads nowhere'],
  ['x'.repeat(300), 'is too long'],
] as const;

/** A pipe has an end at once until its writer has come. */
async function waitFor(read: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    const found = await read();
    if (typeof found === 'string') return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function problems(result: Awaited<ReturnType<typeof checkCopyPaths>>): readonly string[] {
  return result.ok ? [] : result.failures.map((each) => (each.reason === 'path_unusable' ? each.problem : each.reason));
}

describe('a script', () => {
  const read = async (name: string) => {
    const script = await createScriptFiles().read(at(name));
    return script.ok ? Buffer.from(script.value).toString() : script.failures;
  };

  test.each([...unusable, ['folder', 'is a folder'], ['empty', 'is empty']] as const)(
    '%s: %s',
    async (name, problem) => {
      expect(await read(name)).toEqual([{ reason: 'script_unreadable', path: at(name), problem }]);
    },
  );

  test('is read through a link, and from a pipe that somebody writes to', async () => {
    expect(await read('link')).toBe('echo here\n');
    const writer = spawn('sh', ['-c', '(echo first; sleep 0.3; echo last) > "$0"', at('pipe')], { stdio: 'ignore' });
    const script = await waitFor(() => read('pipe'));
    expect(script).toBe('first\nlast\n');
    writer.kill();
  });

  test('is not waited for where nobody writes to the pipe', async () => {
    expect(await read('pipe')).toMatchObject([{ problem: 'is empty' }]);
  });
});

describe('what this host gives to a copy', () => {
  const give = async (name: string, recursive = false) =>
    problems(await checkCopyPaths({ direction: 'to_node', sources: [at(name)], destination: '/tmp', recursive }));

  test.each([...unusable, ['folder', 'is a folder; -r copies folders'], ['pipe', 'is no file and no folder']] as const)(
    '%s: %s',
    async (name, problem) => {
      expect(await give(name)).toEqual([problem]);
    },
  );

  test('is a file, a link to one, or with -r a folder', async () => {
    expect([await give('file'), await give('link'), await give('folder', true)]).toEqual([[], [], []]);
  });

  test('is complained about all at once', async () => {
    const sources = ['nothing', 'file', 'folder'].map(at);
    const asked = { direction: 'to_node', sources, destination: '/tmp', recursive: false } as const;
    expect(problems(await checkCopyPaths(asked))).toHaveLength(2);
  });
});

describe('where this host takes a copy', () => {
  const take = async (destination: string, sources = ['/a']) =>
    problems(await checkCopyPaths({ direction: 'from_node', sources, destination: at(destination), recursive: false }));

  test.each([
    ['nothing/new', 'is not there'],
    ['file/new', 'leads through something that is no folder'],
    ['nothing/', 'is not there'],
    ['file/', 'leads through something that is no folder'],
  ])('%s: %s', async (destination, problem) => {
    expect(await take(destination)).toEqual([problem]);
  });

  test('several go to a folder', async () => {
    expect(await take('file', ['/a', '/b'])).toEqual(['is no folder']);
    expect(await take('folder', ['/a', '/b'])).toEqual([]);
  });

  test('is a new name, one that is written over, or a folder', async () => {
    expect([await take('new'), await take('file'), await take('folder'), await take('link')]).toEqual([[], [], [], []]);
  });
});
