import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openEventView } from '../../src/cli/event-view.ts';
import type { NodeName } from '../../src/core/names.ts';

function terminal(over: { readonly isTTY?: boolean; readonly rows?: number; readonly columns?: number } = {}) {
  return Object.assign(new PassThrough(), { isTTY: true, rows: 24, columns: 80, ...over });
}

const finished = { kind: 'node_finished', node: 'meta' as NodeName, result: 'ready', detail: null } as const;

async function shown(options: {
  readonly stderr: ReturnType<typeof terminal>;
  readonly env?: { readonly [name: string]: string };
  readonly wanted?: 'live' | 'lines';
  readonly verbose?: boolean;
}): Promise<string> {
  const { stderr, env = { TERM: 'xterm' }, wanted = 'live', verbose = false } = options;
  const view = await openEventView({ stderr, env, wanted, verbose });
  view.emit(finished);
  view.close();
  return String(stderr.read());
}

describe('openEventView', () => {
  it('draws on a terminal, and shows the cursor again at the end', async () => {
    const output = await shown({ stderr: terminal() });
    expect(output).toContain('✓');
    expect(output.lastIndexOf('\u001b[?25h')).toBeGreaterThanOrEqual(output.lastIndexOf('\u001b[?25l'));
  });

  it.each([
    ['no terminal', { stderr: terminal({ isTTY: false }) }],
    ['a dumb terminal', { stderr: terminal(), env: { TERM: 'dumb' } }],
    ['continuous integration', { stderr: terminal(), env: { TERM: 'xterm', CI: 'true' } }],
    ['a terminal without a size', { stderr: terminal({ rows: 0, columns: 0 }) }],
    ['a command that nobody watches', { stderr: terminal(), wanted: 'lines' as const }],
    ['-v', { stderr: terminal(), verbose: true }],
  ])('writes plain lines for %s', async (_, options) => {
    expect(await shown(options)).toBe('meta: ready\n');
  });
});
