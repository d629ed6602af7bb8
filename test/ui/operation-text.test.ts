import { describe, expect, it } from 'vitest';
import type { Instant, NodeName, Uuid } from '../../src/core/names.ts';
import type { NodeReport, OperationReport } from '../../src/core/report/operation-report.ts';
import { operationText } from '../../src/ui/operation-text.ts';

const ssh = { host: '127.0.0.1', port: 40022, user: 'dba' };

function node(name: string, over: Partial<NodeReport> = {}): NodeReport {
  return {
    name: name as NodeName,
    outcome: 'create',
    action: 'created',
    state: 'running',
    ready: true,
    address: '10.10.10.10',
    ssh,
    accelerator: { name: 'tcg', reason: '/dev/kvm never finished' },
    warnings: [],
    repairs: [],
    ...over,
  };
}

function report(over: Partial<OperationReport>): OperationReport {
  return { operationId: 'op' as Uuid, status: 'complete', nodes: [], steps: [], failures: [], retained: [], ...over };
}

describe('operationText', () => {
  it('aligns a row for each node and closes with counts', () => {
    const nodes = [
      node('meta'),
      node('node-1', { action: 'none', address: '10.10.10.11', warnings: ['clock is off'] }),
    ];
    expect(operationText('up', report({ nodes })).split('\n')).toEqual([
      'NODE    ACTION     STATE    READY  ADDRESS      SSH',
      'meta    created    running  yes    10.10.10.10  dba@127.0.0.1:40022',
      'node-1  unchanged  running  yes    10.10.10.11  dba@127.0.0.1:40022',
      'accelerator: tcg (/dev/kvm never finished)',
      'warning: node-1: clock is off',
      'up complete: 1 created, 1 unchanged',
    ]);
  });

  it('says so when there was nothing to do', () => {
    const text = operationText('up', report({ operationId: null, nodes: [node('meta', { action: 'none' })] }));
    expect(text.split('\n').at(-1)).toBe('up: nothing to do');
  });

  it('counts what failed and what never started apart from what was done', () => {
    const nodes = [
      node('a'),
      node('b', { state: 'error', ready: false }),
      node('c', { state: 'pending', action: 'none', ssh: null }),
    ];
    const lines = operationText('up', report({ status: 'partial', nodes })).split('\n');
    expect(lines.at(-1)).toBe('up partial: 1 created, 1 error, 1 pending');
    expect(lines[3]).toBe('c     -        pending  -      10.10.10.10  -');
  });

  it('names every disk that was kept', () => {
    const disk = {
      diskUuid: 'd' as Uuid,
      node: 'node-1' as NodeName,
      disk: 'data',
      path: '/data',
      fs: 'ext4' as const,
      virtualSizeBytes: 128 * 2 ** 30,
      file: 'disks/d.qcow2',
      retainedAt: '2026-01-01T00:00:00.000Z' as Instant,
    };
    expect(operationText('destroy', report({ retained: [disk] }))).toContain(
      'kept: /data of node-1, 128GiB, disks/d.qcow2',
    );
  });

  it('names the nodes behind each accelerator where they differ', () => {
    const nodes = [node('a'), node('b', { accelerator: { name: 'kvm', reason: 'works' } })];
    const text = operationText('up', report({ nodes }));
    expect(text).toContain('accelerator: tcg (/dev/kvm never finished): a');
    expect(text).toContain('accelerator: kvm (works): b');
  });
});
