import { describe, expect, it } from 'vitest';
import { multipartUserData } from '../../../src/core/seed/multipart.ts';

const own = { yielding: '#cloud-config\nusers: []\n', insisting: '#cloud-config\nhostname: "a"\n' };

function written(file: string): string {
  return Buffer.from(multipartUserData(Buffer.from(file, 'latin1'), own)).toString('latin1');
}

/** Parts as (headers, body) of a mail with this boundary. */
function parts(mail: string, boundary: string): readonly (readonly [string, string])[] {
  const pieces = mail.split(`--${boundary}\n`).slice(1);
  return pieces.map((piece) => {
    const [headers = '', ...body] = piece.split('\n\n');
    // The line end before a boundary belongs to the boundary.
    return [headers, body.join('\n\n').split(`--${boundary}--`)[0]?.slice(0, -1) ?? ''];
  });
}

describe('multipartUserData', () => {
  it('keeps every byte of the file, ours behind it', () => {
    const file = '#cloud-config\r\nruncmd:\r\n  - echo "\xff"  \r\n--paddock-1\n\n\n';
    const found = parts(written(file), 'paddock-2');
    expect(found).toHaveLength(3);
    expect(Buffer.from(found[0]?.[1] ?? '', 'base64').toString('latin1')).toBe(file);
    expect(found[0]?.[0]).toContain('filename="user-data"');
    expect(found[1]?.[0]).toContain('Merge-Type: list(append)+dict(no_replace,recurse_list)+str()');
    expect(found[1]?.[1]).toBe(own.yielding);
    expect(found[2]?.[0]).toContain('Merge-Type: dict(replace)');
    expect(found[2]?.[1]).toBe(own.insisting);
  });

  it('takes a mail with several parts as it is, since cloud-init looks into parts of parts', () => {
    const file = 'Content-Type: multipart/mixed; boundary="b"\nMIME-Version: 1.0\n\n--b\n\n#!/bin/sh\n--b--\n';
    expect(written(file)).toContain(`--paddock-1\n${file}\n--paddock-1\n`);
  });
});
