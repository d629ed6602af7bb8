import { describe, expect, it } from 'vitest';
import { LineMarker } from '../../src/ui/mark-lines.ts';

describe('LineMarker', () => {
  it('marks whole lines, however they come', () => {
    const marker = new LineMarker('meta | ');
    expect(['a', 'b\nc', '\n\nd'].map((piece) => marker.add(piece))).toEqual([
      '',
      'meta | ab\n',
      'meta | c\nmeta | \n',
    ]);
    expect([marker.end(), marker.end()]).toEqual(['meta | d\n', '']);
  });

  it('does not wait for the end of a line that has none', () => {
    const marker = new LineMarker('m | ');
    expect(marker.add('x'.repeat(70_000))).toHaveLength(70_005);
  });
});
