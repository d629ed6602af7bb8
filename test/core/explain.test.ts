import { describe, expect, it } from 'vitest';
import { explain, explainable, nearestExplainable } from '../../src/core/explain/explain.ts';
import { variableReaders } from '../../src/core/manifest/variables.ts';

describe('explain', () => {
  it('knows every variable', () => {
    expect(explainable().variables.toSorted()).toEqual(Object.keys(variableReaders).toSorted());
    expect(explain('vm_mem')).toMatchObject({
      kind: 'variable',
      standard: '4096',
      change: expect.stringMatching(/^resize/) as string,
    });
  });

  it.each(explainable().reasons)('says %s in one line, as far as it can', (reason) => {
    const found = explain(reason);
    if (found?.kind !== 'reason') throw new Error('no reason');
    if (found.says === null) return;
    expect(found.says).not.toMatch(/\n|NaN|undefined|\[object|function/);
    for (const words of found.next) expect(words.join(' ')).not.toMatch(/NaN|undefined|\[object/);
  });

  it('says nearly all of them, and shows the fields by their names', () => {
    const { reasons } = explainable();
    const said = reasons.flatMap((reason) => {
      const found = explain(reason);
      return found?.kind === 'reason' && found.says !== null ? [found.says] : [];
    });
    expect(said.length).toBeGreaterThan(0.9 * reasons.length);
    expect(explain('vm_not_running')).toEqual({
      kind: 'reason',
      name: 'vm_not_running',
      class: 'conflict',
      exit: 4,
      left: 'nothing',
      says: 'node <node>: its VM is not running',
      next: [['start', '<node>']],
    });
    expect(explain('image_exists')).toMatchObject({ says: expect.stringContaining('<alias>') as string });
  });

  it('knows no other names, not even those that every object has', () => {
    for (const name of ['', 'vm_memory', 'toString', 'constructor', '__proto__']) expect(explain(name)).toBeNull();
    expect(nearestExplainable('vm_memm')).toBe('vm_mem');
  });
});
