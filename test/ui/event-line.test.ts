import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/core/event.ts';
import { failure } from '../../src/core/failure.ts';
import type { NodeName, Uuid } from '../../src/core/names.ts';
import { noNode } from '../../src/core/plan/no-node.ts';
import { eventLine } from '../../src/ui/event-line.ts';

const meta = 'meta' as NodeName;
const step = { kind: 'step_changed', node: meta, action: 'create_root_disk', disk: null } as const;
const id = 'op-1' as Uuid;

describe('eventLine', () => {
  it.each<[Event, string | null, string | null]>([
    [{ kind: 'note', text: 'no manifest' }, 'no manifest', 'no manifest'],
    [{ kind: 'warning', node: null, text: 'low' }, 'warning: low', 'warning: low'],
    [{ kind: 'warning', node: meta, text: 'low' }, 'warning: meta: low', 'warning: meta: low'],
    [
      { kind: 'waiting', node: meta, what: 'ssh', limitMs: 60_000 },
      'meta: waiting for ssh (at most 60 s)',
      'meta: waiting for ssh (at most 60 s)',
    ],
    [
      { kind: 'waiting', node: null, what: 'the deployment', limitMs: 600_000 },
      'waiting for the deployment (at most 10 min)',
      'waiting for the deployment (at most 10 min)',
    ],
    [
      { kind: 'operation_opened', operationId: id, command: 'purge', nodes: [] },
      'purge (operation op-1)',
      'purge (operation op-1)',
    ],
    [
      { kind: 'step_changed', node: noNode, action: 'erase_home', disk: null, state: 'running' },
      'home: deleting keys and state',
      'home: deleting keys and state',
    ],
    [
      { kind: 'operation_opened', operationId: id, command: 'up', nodes: [meta] },
      'up: meta (operation op-1)',
      'up: meta (operation op-1)',
    ],
    [{ ...step, state: 'running' }, 'meta: creating the root disk', 'meta: creating the root disk'],
    [{ ...step, state: 'complete' }, null, 'meta: creating the root disk: complete'],
    [
      { ...step, action: 'create_data_disk', disk: 'data', state: 'running' },
      'meta: creating a data disk (data)',
      'meta: creating a data disk (data)',
    ],
    [
      { kind: 'node_finished', node: meta, result: 'not_started', detail: null },
      'meta: not started',
      'meta: not started',
    ],
    [{ kind: 'node_finished', node: meta, result: 'ready', detail: '7 s' }, 'meta: ready (7 s)', 'meta: ready (7 s)'],
    [{ kind: 'checked', name: 'programs', needs: 'ssh', failures: [] }, null, 'checked programs (needs ssh): right'],
    [
      {
        kind: 'checked',
        name: 'programs',
        needs: 'ssh',
        failures: [{ reason: 'tool_missing', tool: 'ssh', packages: 'openssh-client' }],
      },
      null,
      expect.stringMatching(/^checked programs \(needs ssh\): .*ssh/u),
    ],
    [{ kind: 'operation_closed', operationId: id, status: 'complete' }, null, 'operation op-1: complete'],
  ])('%j', (event, normal, verbose) => {
    expect(eventLine(event, 'normal')).toBe(normal);
    expect(eventLine(event, 'verbose')).toEqual(verbose);
  });

  it('says a failure in its own words', () => {
    const event = {
      kind: 'node_failed',
      node: meta,
      failure: failure('port_taken', { port: 80, address: '127.0.0.1' }),
    } as const;
    expect(eventLine(event, 'normal')).toBe(
      'meta: error: port 127.0.0.1:80 is in use by another program; free it, then run the same command again',
    );
  });
});
