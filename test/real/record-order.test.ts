import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StateDocument } from '../../src/core/state/document.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { readTrace, type TracedCall } from './lab/read-trace.ts';
import { twoNodes } from './lab/two-nodes.ts';
import { until } from './lab/until.ts';

const nodes = ['meta', 'node-1'] as const;
const barriers = nodes.flatMap((node) => [
  { node, step: 'create_root_disk', program: 'qemu-img', words: `"create"` },
  { node, step: 'start_vm', program: 'qemu-system', words: `"-name", "${node}"` },
]);

function straceWorks(): boolean {
  try {
    execFileSync('strace', ['-f', '-o', '/dev/null', 'true']);
    return true;
  } catch {
    return false;
  }
}

function stateOf(document: StateDocument, node: string, step: string): string | undefined {
  return document.operation?.steps.find(({ action }) => action.node === node && action.kind === step)?.state;
}

function only(calls: readonly TracedCall[], what: string): TracedCall {
  const [call, ...more] = calls;
  if (call === undefined || more.length > 0) throw new Error(`${what}: ${String(calls.length)} calls instead of one`);
  return call;
}

withRealQemu(() => {
  if (!straceWorks()) {
    test.skip('strace is not installed, or may not trace here', () => undefined);
    return;
  }
  let lab: Lab;
  let documents: readonly StateDocument[];
  let calls: readonly TracedCall[];

  beforeAll(async () => {
    lab = openLab({ manifest: twoNodes });
    const trace = join(lab.folder, 'trace');
    const traced = ['strace', '-f', '-yy', '-s', '4096', '-e', 'trace=fsync,fdatasync,link,linkat,execve', '-o', trace];
    const up = lab.start(['up', '--json'], { under: traced });
    const started = 'both nodes to wait for ssh';
    await until(started, () => nodes.every((node) => up.stderr().includes(`${node}: waiting for the guest`)), 120_000);
    documents = lab.documents();
    calls = readTrace(readFileSync(trace, 'utf8'));
  });

  afterAll(async () => {
    await lab.close();
  });

  test.each(barriers)('$node: $step is durable before $program is executed', ({ node, step, program, words }) => {
    const barrier = documents.find((document) => stateOf(document, node, step) === 'running');
    const version = String(barrier?.version).padStart(10, '0');
    const document = `${lab.home}/state/${version}.json`;
    const synced = only(
      calls.filter(({ name, text }) => /^f(data)?sync$/u.test(name) && text.includes(`/state/.draft-${version}-`)),
      'fsync of the document',
    );
    const linked = only(
      calls.filter(({ name, text }) => name.startsWith('link') && text.includes(`"${document}"`)),
      'link of the document',
    );
    const folderSynced = calls.find(
      ({ name, text, began }) => name === 'fsync' && text.includes(`<${lab.home}/state>`) && began > linked.ended,
    );
    const executed = only(
      calls.filter(
        ({ name, text }) =>
          name === 'execve' && text.includes(`/${program}`) && text.includes(words) && isFor(text, node),
      ),
      'execve',
    );
    for (const call of [synced, linked, folderSynced]) expect(call?.text).toMatch(/= 0$/u);
    expect(synced.ended).toBeLessThan(linked.began);
    expect(folderSynced?.ended).toBeLessThan(executed.began);
  });

  test('no QEMU works on a node before its step is recorded, and each did run', () => {
    const launched = calls.filter(({ name, text }) => name === 'execve' && text.includes('"-uuid"'));
    expect(launched).toHaveLength(nodes.length);
    expect(lab.vms().map(({ name }) => name)).toEqual([...nodes]);
  });

  /** Launches name the node; disks are made in its folder. */
  function isFor(text: string, node: string): boolean {
    return text.includes(`"-name", "${node}"`) || text.includes(`${lab.home}/nodes/${node}-`);
  }
});
