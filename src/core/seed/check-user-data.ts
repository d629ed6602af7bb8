import { isMap, isSeq, parseDocument } from 'yaml';
import { latin1 } from './latin1.ts';
import { userDataKind } from './user-data-kind.ts';

/** Marks that editors put before a text, and what to save it as instead. */
const byteOrderMarks: readonly (readonly [readonly number[], string])[] = [
  [
    [0xef, 0xbb, 0xbf],
    'starts with a byte order mark, which hides its first line from cloud-init; save it as UTF-8 without one',
  ],
  [[0xff, 0xfe], 'is UTF-16 text; save it as UTF-8'],
  [[0xfe, 0xff], 'is UTF-16 text; save it as UTF-8'],
];
const gzip = [0x1f, 0x8b];

/** What is wrong with a user-data file as far as that shows from outside the guest, or null. */
export function checkUserData(bytes: Uint8Array): string | null {
  const marked = byteOrderMarks.find(([mark]) => startsWith(bytes, mark));
  if (marked !== undefined) return marked[1];
  if (startsWith(bytes, gzip)) return 'is compressed with gzip; give the text itself';
  if (bytes.includes(0)) return 'holds NUL bytes, so it is no text';
  const text = latin1(bytes);
  if (text.trim() === '') return 'is empty';
  const kind = userDataKind(text);
  if (kind === null) {
    return 'has no header that cloud-init knows, so it would do nothing; its first line is for example #cloud-config or #!/bin/sh';
  }
  return kind === 'cloud_config' ? checkCloudConfig(text) : null;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

// Every byte stands for one character: line and column are right, and so is what is asked here.
function checkCloudConfig(text: string): string | null {
  // cloud-init takes the last of two equal keys.
  const document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' });
  const [problem] = document.errors;
  if (problem !== undefined) return `is no YAML: ${problem.message.split('\n')[0] ?? problem.code}`;
  if (!isMap(document.contents)) return 'is #cloud-config without a key, for example packages: [htop]';
  const users: unknown = document.contents.get('users', true);
  // The login user is appended to the list; there is no place for it in anything else.
  return users === undefined || isSeq(users) ? null : 'has users: that are no list, for example users: [default]';
}
