import { describe, expect, it } from 'vitest';
import { checkUserData } from '../../../src/core/seed/check-user-data.ts';

function check(text: string, encoding: BufferEncoding = 'utf8'): string | null {
  return checkUserData(Buffer.from(text, encoding));
}

describe('checkUserData', () => {
  it.each([
    '#cloud-config\npackages: [htop]\n',
    '#cloud-config\r\nruncmd:\r\n  - echo grüße\r\n',
    '\n#Cloud-Config\nusers: [default]\n',
    '#cloud-config\na: 1\na: 2\n',
    '#!/bin/bash\n',
    '#include\nhttps://example.org/x\n',
    '#cloud-boothook\n',
    '#part-handler\n',
    '#cloud-config-archive\n- "#!/bin/sh"\n',
    '## template: jinja\n#cloud-config\n{% if %}\n',
    'Content-Type: multipart/mixed; boundary="x"\nMIME-Version: 1.0\n\n--x--\n',
    'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="x"\n\n--x--\n',
  ])('lets through what cloud-init acts on: %j', (text) => {
    expect(check(text)).toBeNull();
  });

  it('lets bytes of another encoding through in a script', () => {
    expect(check('#!/bin/sh\necho \xe4\n', 'latin1')).toBeNull();
  });

  it.each([
    ['\ufeff#cloud-config\na: 1\n', 'byte order mark'],
    ['', 'empty'],
    ['\n \n', 'empty'],
    ['packages: [htop]\n', 'no header'],
    ['# cloud-config\npackages: []\n', 'no header'],
    ['#!/bin/sh\n\0', 'NUL'],
    ['#cloud-config\na: [\n', 'no YAML'],
    ['#cloud-config\n', 'without a key'],
    ['#cloud-config\n- a\n', 'without a key'],
    ['#cloud-config\nusers: ann\n', 'users: that are no list'],
  ])('says what is wrong with %j', (text, problem) => {
    expect(check(text)).toContain(problem);
  });

  it('names text in UTF-16 and what is compressed for what they are', () => {
    expect(check('\ufeff#cloud-config\n', 'utf16le')).toContain('UTF-16');
    expect(checkUserData(Uint8Array.of(0x1f, 0x8b, 8, 0))).toContain('gzip');
  });
});
