import { describe, expect, it } from 'vitest';
import { carryOn } from '../../src/ui/carry-on.ts';

const nothing = { file: null, home: null };

describe('carryOn', () => {
  it('adds nothing that was not given', () => {
    expect(carryOn(['destroy', 'node-3'], nothing)).toBe('paddock destroy node-3');
  });

  it('repeats the manifest for commands that read one, and only for those', () => {
    const carried = { file: 'my lab.yml', home: null };
    expect(carryOn(['resize', 'node-1'], carried)).toBe("paddock resize -f 'my lab.yml' node-1");
    expect(carryOn(['destroy', 'node-1'], carried)).toBe('paddock destroy node-1');
  });

  it('repeats the home for every command', () => {
    expect(carryOn(['start'], { file: null, home: "/tmp/o'home" })).toBe("paddock --home '/tmp/o'\\''home' start");
  });
});
