import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import type { Event } from '../../../src/core/event.ts';
import type { NodeName, Uuid } from '../../../src/core/names.ts';
import { emptyLiveModel, type LiveModel, nextLiveModel } from '../../../src/ui/live-model.ts';
import { LiveRows } from '../../../src/ui/tui/live-rows.tsx';

const meta = 'meta' as NodeName;
const node1 = 'node-1' as NodeName;

function after(events: readonly [number, Event][]): LiveModel {
  return events.reduce((model, [atMs, event]) => nextLiveModel(model, event, atMs), emptyLiveModel);
}

const opened: Event = { kind: 'operation_opened', operationId: 'op' as Uuid, command: 'up', nodes: [meta, node1] };

describe('LiveRows', () => {
  it('has a row for each node with stage, elapsed time and result', () => {
    const model = after([
      [0, opened],
      [1000, { kind: 'step_changed', node: meta, action: 'start_vm', disk: null, state: 'running' }],
      [3000, { kind: 'node_finished', node: node1, result: 'ready', detail: null }],
    ]);
    const { lastFrame, unmount } = render(<LiveRows model={model} nowMs={9500} height={24} />);
    expect(lastFrame()?.split('\n')).toEqual(['… meta     9 s starting QEMU', '✓ node-1   3 s ready']);
    unmount();
  });

  it('marks a failed node and keeps its time', () => {
    const model = after([
      [0, opened],
      [2000, { kind: 'node_finished', node: meta, result: 'error', detail: 'QEMU ended' }],
    ]);
    const { lastFrame, unmount } = render(<LiveRows model={model} nowMs={60_000} height={24} />);
    expect(lastFrame()).toContain('✗ meta     2 s error (QEMU ended)');
    unmount();
  });

  it('does not act on control characters of a guest', () => {
    const model = after([[0, { kind: 'note', text: '\u001b[2Jgone' }]]);
    const { lastFrame, unmount } = render(<LiveRows model={model} nowMs={0} height={24} />);
    expect(lastFrame()).toContain('\\x1b[2Jgone');
    unmount();
  });

  it('stays within the terminal and keeps what is not well in sight', () => {
    const nodes = Array.from({ length: 30 }, (_, index) => `n${String(index)}` as NodeName);
    const events = nodes.map((node): [number, Event] => [
      0,
      { kind: 'node_finished', node, result: node === 'n29' ? 'error' : 'ready', detail: null },
    ]);
    const { lastFrame, unmount } = render(<LiveRows model={after(events)} nowMs={0} height={10} />);
    const lines = lastFrame()?.split('\n') ?? [];
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines.join('\n')).toContain('✗ n29');
    expect(lines.at(-1)).toBe('and 21 more');
    unmount();
  });

  it('lets a finished node work again', () => {
    const model = after([
      [0, { kind: 'node_finished', node: meta, result: 'ready', detail: null }],
      [500, { kind: 'step_changed', node: meta, action: 'stop_vm', disk: null, state: 'running' }],
    ]);
    expect(model.rows).toEqual([
      { node: 'meta', stage: 'stopping the VM', startedMs: 0, endedMs: null, result: 'working' },
    ]);
  });
});
