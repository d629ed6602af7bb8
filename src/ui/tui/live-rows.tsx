import type { ReactElement } from 'react';
import { harmless } from '../harmless.ts';
import type { LiveModel, LiveRow } from '../live-model.ts';
import { Box, Text } from './ink.ts';

const marks = { working: '…', good: '✓', bad: '✗' } as const;
const colours = { working: 'yellow', good: 'green', bad: 'red' } as const;

/** A row for each node: mark, name, elapsed time, stage or result. */
export function LiveRows({ model, nowMs }: { readonly model: LiveModel; readonly nowMs: number }): ReactElement {
  const width = Math.max(4, ...model.rows.map((row) => row.node.length));
  return (
    <Box flexDirection="column">
      {model.rows.map((row) => (
        <Text key={row.node} wrap="truncate-end">
          <Text color={colours[row.result]}>{marks[row.result]}</Text> {row.node.padEnd(width)} {elapsed(row, nowMs)}{' '}
          {harmless(row.stage)}
        </Text>
      ))}
      {model.remarks.map((text, index) => (
        <Text key={index} dimColor wrap="truncate-end">
          {harmless(text)}
        </Text>
      ))}
    </Box>
  );
}

function elapsed(row: LiveRow, nowMs: number): string {
  const seconds = Math.max(0, Math.floor(((row.endedMs ?? nowMs) - row.startedMs) / 1000));
  return `${String(seconds).padStart(3)} s`;
}
