import { describe, expect, it } from 'vitest';
import { exitStatusOf, type FailureClass } from '../../src/core/failure-class.ts';
import { overallClass } from '../../src/ui/overall-class.ts';

describe('overallClass', () => {
  it('keeps a single class', () => {
    for (const name of Object.keys(exitStatusOf) as FailureClass[]) expect(overallClass([name])).toBe(name);
  });

  it.each([
    [['usage', 'conflict'], 'conflict'],
    [['conflict', 'capability'], 'capability'],
    [['capability', 'resource'], 'resource'],
    [['resource', 'runtime'], 'runtime'],
    [['runtime', 'integrity'], 'integrity'],
    [['integrity', 'cancelled'], 'cancelled'],
  ] as const)('of %j the worst is %s, in either order', (classes, worst) => {
    expect(overallClass(classes)).toBe(worst);
    expect(overallClass([...classes].reverse())).toBe(worst);
  });
});
