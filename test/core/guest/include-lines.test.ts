import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasInclude, withInclude, withoutInclude } from '../../../src/core/guest/include-lines.ts';

const fragment = '/home/u/.paddock/keys/ssh_config';

describe('the lines that include the lab', () => {
  it('stand above everything, in the line ends of the file', () => {
    expect(withInclude('Host *\r\n  Port 1\r\n', fragment, 'nothing')).toMatch(
      /^# .*\r\nInclude "\/home\/u\/\.paddock\/keys\/ssh_config"\r\nHost \*\r\n {2}Port 1\r\n$/,
    );
  });

  it.each(['nothing', 'file', 'folder'] as const)('come out and leave every byte, having made %s', (made) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('\r\n', '\n', '\r', 'Host *', ' ', '\u00ff', '\0', '# x')), (words) => {
        const text = words.join('');
        const changed = withInclude(text, fragment, made);
        expect(hasInclude(changed, fragment)).toBe(true);
        expect(withoutInclude(changed, fragment)).toEqual({ text, made });
      }),
    );
  });

  it('come out of the place to which the person has moved them', () => {
    const [remark = '', line = ''] = withInclude('', fragment, 'file').split('\n');
    expect(withoutInclude(`Host a\n${remark}\n${line}\nHost b\n`, fragment)).toEqual({
      text: 'Host a\nHost b\n',
      made: 'file',
    });
  });

  it('are found when the person wrote the line, and then only that goes', () => {
    for (const line of [`include ${fragment}`, `  INCLUDE\t"${fragment}"  `]) {
      expect(withoutInclude(`# mine\n${line}`, fragment)).toEqual({ text: '# mine\n', made: 'nothing' });
    }
  });

  it('are not those of another lab', () => {
    const other = withInclude('', '/home/u/other/keys/ssh_config', 'file');
    expect(hasInclude(other, fragment)).toBe(false);
    expect(withoutInclude(other, fragment)).toBeNull();
    expect(hasInclude(`# Include ${fragment}\n`, fragment)).toBe(false);
  });
});
