import type { ReactElement } from 'react';
import { harmless } from '../harmless.ts';
import type { LiveModel, LiveRow } from '../live-model.ts';
import { Box, Text } from './ink.ts';

const marks = { working: '…', good: '✓', bad: '✗' } as const;
const colours = { working: 'yellow', good: 'green', bad: 'red' } as const;

export interface LiveRowsProps {
  readonly model: LiveModel;
  readonly nowMs: number;
  /** Most lines to draw: a picture taller than the terminal could only be redrawn by clearing what scrolled out of it. */
  readonly height: number;
}

/** A row for each node: mark, name, elapsed time, stage or result. */
export function LiveRows({ model, nowMs, height }: LiveRowsProps): ReactElement {
  const width = Math.max(4, ...model.rows.map((row) => row.node.length));
  const room = Math.max(1, height - model.remarks.length - 1);
  const rows = mostTelling(model.rows, room);
  const hidden = model.rows.length - rows.length;
  return (
    <Box flexDirection="column">
      {rows.map((row) => (
        <Text key={row.node} wrap="truncate-end">
          <Text color={colours[row.result]}>{marks[row.result]}</Text> {row.node.padEnd(width)} {elapsed(row, nowMs)}{' '}
          {harmless(row.stage)}
        </Text>
      ))}
      {hidden > 0 ? <Text dimColor>and {String(hidden)} more</Text> : null}
      {model.remarks.map((text, index) => (
        <Text key={index} dimColor wrap="truncate-end">
          {harmless(text)}
        </Text>
      ))}
    </Box>
  );
}

/** All rows where they fit; else what failed and what is being worked on before what is done. */
function mostTelling(rows: readonly LiveRow[], room: number): readonly LiveRow[] {
  if (rows.length <= room) return rows;
  const order = { bad: 0, working: 1, good: 2 } as const;
  const chosen = new Set(rows.toSorted((a, b) => order[a.result] - order[b.result]).slice(0, room));
  return rows.filter((row) => chosen.has(row));
}

function elapsed(row: LiveRow, nowMs: number): string {
  const seconds = Math.max(0, Math.floor(((row.endedMs ?? nowMs) - row.startedMs) / 1000));
  return `${String(seconds).padStart(3)} s`;
}
