import { beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../src/core/failure.ts';
import { fail, ok, type Result } from '../../src/core/result.ts';
import { stop } from '../../src/engine/start-stop.ts';
import { type NodeOutput, provision, type ProvisionRequest } from '../../src/engine/provision.ts';
import type { Guest, ProvisionRun } from '../../src/ports/guest.ts';
import { bringUp, type Lab, lab, reasonsOf, stateRequest, twoNodes, valueOf } from './lab.ts';

let it_: Lab;
let asked: ProvisionRun[];
let shown: NodeOutput[];

beforeEach(async () => {
  it_ = lab();
  asked = [];
  shown = [];
  await bringUp(it_, twoNodes);
});

/** Guests whose scripts end like this, having written their name to both streams. */
function guests(ends: { readonly [node: string]: Result<number> }): Guest {
  return {
    ...it_.ports.guest,
    provision: async (target, options) => {
      asked.push(options);
      await options.onOutput({ from: 'stdout', text: `out of ${target.name}` });
      await options.onOutput({ from: 'stderr', text: `err of ${target.name}` });
      return ends[target.name] ?? ok(0);
    },
  };
}

function run(ends: { readonly [node: string]: Result<number> }, changes: Partial<ProvisionRequest> = {}) {
  const request: ProvisionRequest = {
    scope: null,
    script: new TextEncoder().encode('true\n'),
    timeoutSeconds: 60,
    sudo: false,
    keep: 1000,
    onOutput: (output) => {
      shown.push(output);
      return Promise.resolve();
    },
    signal: new AbortController().signal,
    ...changes,
  };
  return provision({ ...it_.ports, guest: guests(ends) }, request);
}

const timedOut = failure('command_failed', {
  command: { name: 'ssh', argv: [], exitStatus: null, signal: 'SIGTERM', timedOut: true, stderr: '' },
});

describe('provision', () => {
  it('runs the script in every node and keeps their outputs apart', async () => {
    expect(valueOf(await run({}))).toMatchObject({
      status: 'complete',
      nodes: [
        { name: 'meta', exitStatus: 0, stdout: 'out of meta', stderr: 'err of meta', truncated: false, failure: null },
        { name: 'node-1', exitStatus: 0, stdout: 'out of node-1', stderr: 'err of node-1' },
      ],
    });
    expect(shown.map(({ node, from, nodes }) => [node, from, nodes])).toContainEqual(['node-1', 'stderr', 2]);
    expect(asked[0]).toMatchObject({ timeoutSeconds: 60, sudo: false });
  });

  it.each([
    [{ 'node-1': ok(3) }, 'partial', { reason: 'script_failed', node: 'node-1', exitStatus: 3 }],
    [{ meta: ok(1), 'node-1': ok(3) }, 'error', { reason: 'script_failed', node: 'node-1', exitStatus: 3 }],
    [{ 'node-1': fail(timedOut) }, 'partial', { reason: 'script_timed_out', node: 'node-1', seconds: 60 }],
    [{ 'node-1': fail(failure('interrupted', { command: 'ssh' })) }, 'cancelled', { reason: 'interrupted' }],
  ])('tells how it failed: %j', async (ends, status, problem) => {
    const report = valueOf(await run(ends));
    expect(report.status).toBe(status);
    expect(report.nodes[1]?.failure).toMatchObject(problem);
  });

  it('tells a script that the guest ended at the limit from one that ends with 124', async () => {
    let now = 0;
    it_ = { ...it_, ports: { ...it_.ports, clock: { ...it_.ports.clock, monotonicMs: () => (now += 61_000) } } };
    const late = valueOf(await run({ meta: ok(124) }, { scope: ['meta'] }));
    expect(late.nodes[0]).toMatchObject({ timedOut: true, exitStatus: null, failure: { reason: 'script_timed_out' } });
    it_ = { ...it_, ports: { ...it_.ports, clock: { ...it_.ports.clock, monotonicMs: () => 0 } } };
    const early = valueOf(await run({ meta: ok(124) }, { scope: ['meta'] }));
    expect(early.nodes[0]).toMatchObject({ timedOut: false, exitStatus: 124, failure: { reason: 'script_failed' } });
  });

  it('keeps only the end of a long output', async () => {
    const report = valueOf(await run({}, { keep: 16 }));
    expect(report.nodes[0]).toMatchObject({ stdout: 'meta', stderr: 'meta', truncated: true });
  });

  it('runs nothing while one of the nodes is stopped, or unknown', async () => {
    valueOf(await stop(it_.ports, stateRequest({ scope: ['node-1'] })));
    expect(reasonsOf(await run({}))).toEqual(['vm_not_running']);
    expect(reasonsOf(await run({}, { scope: ['meta', 'meat'] }))).toEqual(['unknown_node']);
    expect(asked).toEqual([]);
    expect(valueOf(await run({}, { scope: ['meta'] })).status).toBe('complete');
  });
});
