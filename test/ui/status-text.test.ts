import { describe, expect, it } from 'vitest';
import type { Instant, NodeName, Uuid } from '../../src/core/names.ts';
import type { NodeStatus, StatusReport } from '../../src/core/report/status-report.ts';
import { statusText } from '../../src/ui/status-text.ts';

const gone = { kind: 'not_running', why: 'process_gone', qmp: 'no_listener', process: 'absent' } as const;

function node(over: Partial<NodeStatus> = {}): NodeStatus {
  return {
    name: 'meta' as NodeName,
    address: '10.10.10.10',
    recorded: 'running',
    observed: 'running',
    ended: null,
    reason: null,
    evidence: gone,
    accelerator: null,
    cpus: 2,
    memoryBytes: 4 * 2 ** 30,
    image: 'local-mini:stable',
    ssh: { host: '127.0.0.1', port: 40022, user: 'dba' },
    ports: [],
    pid: 4711,
    resize: null,
    guest: null,
    warnings: [],
    ...over,
  };
}

const deployment = {
  id: '0b7c' as Uuid,
  createdAt: '2026-01-01T00:00:00.000Z' as Instant,
  subnet: '10.10.10.0/24',
  user: 'dba',
  control: 'meta' as NodeName,
};

function report(over: Partial<StatusReport>): StatusReport {
  return { deployment, note: null, nodes: [], retained: [], unregistered: [], unregisteredDisks: [], ...over };
}

const carried = { file: null, home: '/srv/lab' };

describe('statusText', () => {
  it('says that there is nothing yet', () => {
    expect(statusText(report({ deployment: null }), carried)).toBe('no deployment yet');
  });

  it('draws a table under the deployment', () => {
    expect(statusText(report({ nodes: [node()] }), carried).split('\n')).toEqual([
      'deployment 0b7c: 10.10.10.0/24, user dba, control node meta',
      'NODE  ADDRESS      STATE    CPUS  MEMORY  IMAGE              SSH                  PID',
      'meta  10.10.10.10  running  2     4GiB    local-mini:stable  dba@127.0.0.1:40022  4711',
    ]);
  });

  it('shows both states and the reason where record and sight differ', () => {
    const text = statusText(
      report({ nodes: [node({ observed: 'stopped', pid: null, reason: 'its process is gone' })] }),
      carried,
    );
    expect(text).toContain('stopped (recorded running)');
    expect(text).toContain('meta: its process is gone');
  });

  it('puts a note first and names unknown folders', () => {
    const lines = statusText(
      report({
        note: 'up was interrupted',
        unregistered: [{ folder: 'nodes/x-1', made: null, pids: [], misplaced: null }],
      }),
      carried,
    ).split('\n');
    expect(lines[0]).toBe('note: up was interrupted');
    expect(lines.at(-1)).toBe('unknown folder: nodes/x-1 is in no record');
  });

  it('says of an open resize what was asked, what was seen and how to go on', () => {
    const sizes = [{ path: 'vm_cpu', asked: 3, seen: 2 }] as const;
    const text = statusText(report({ nodes: [node({ resize: { sizes, next: ['resize', 'meta'] } })] }), carried);
    expect(text.split('\n').slice(-2)).toEqual([
      'meta: resize is partly applied: vm_cpu 3 asked, 2 seen',
      '  next: paddock --home /srv/lab resize meta',
    ]);
  });

  it('says of an open resize of which all is seen that it was interrupted', () => {
    const sizes = [
      { path: 'vm_cpu', asked: 3, seen: 3 },
      { path: 'vm_mem', asked: '2GiB', seen: '2GiB' },
    ] as const;
    const text = statusText(report({ nodes: [node({ resize: { sizes, next: ['resize', 'meta'] } })] }), carried);
    expect(text.split('\n').slice(-2)).toEqual([
      'meta: resize is partly applied: vm_cpu 3 asked, 3 seen; vm_mem 2GiB asked, 2GiB seen; all is there, and only the record of its end is not',
      '  next: paddock --home /srv/lab resize meta',
    ]);
  });

  it.each([
    [{ clockAheadSeconds: 0 }, 'meta: its guest answers, its clock is right'],
    [{ clockAheadSeconds: -2 }, 'meta: its guest answers, its clock was 2 s behind'],
    [
      { clockAheadSeconds: -60, clockMoved: true },
      'meta: its guest answers, its clock was 60 s behind and was put right',
    ],
    [{ clockAheadSeconds: 60 }, 'meta: its guest answers, its clock was 60 s ahead and could not be moved'],
    [
      { answers: false, problem: 'no route', clockAheadSeconds: null },
      'warning: meta: its guest does not answer: no route',
    ],
  ])('says what a guest answered: %j', (changes, line) => {
    const right = { answers: true, problem: null, clockAheadSeconds: 0, clockMoved: false };
    const guest = { ...right, ...changes };
    expect(
      statusText(report({ nodes: [node({ guest })] }), carried)
        .split('\n')
        .at(-1),
    ).toBe(line);
  });
});
