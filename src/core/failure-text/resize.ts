import type { FailureTexts } from '../failure-class.ts';
import type { ResizeFailures } from '../failure/resize.ts';

export const resizeTexts = {
  resize_unfinished: {
    class: 'runtime',
    left: 'known',
    message: (f) => `node ${f.node}: ${f.variable} = ${f.asked} was asked for, ${f.seen} seen (${f.detail})`,
    next: (f) => [
      ['resize', f.node],
      ...(f.restart === 'helps' ? [['resize', '--restart', f.node]] : []),
      ...(f.restart === 'cannot be asked for' ? [['stop', '--force', f.node]] : []),
    ],
  },
  resize_needs_restart: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: runs, though its record says that it is stopped, and cannot take its new size while it runs`,
    next: (f) => [['resize', '--restart', f.node]],
  },
} satisfies FailureTexts<ResizeFailures>;
