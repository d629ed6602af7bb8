/** How cloud-init takes a user-data file: by its first line, or as mail that already has several parts. */
export type UserDataKind = 'cloud_config' | 'other' | 'multipart';

/** First lines that cloud-init 22 and newer know, in lower case; the first that fits counts. */
const headers: readonly (readonly [string, UserDataKind])[] = [
  // A list of parts and a patch for another document: neither is the mapping that plain cloud-config is.
  ['#cloud-config-archive', 'other'],
  ['#cloud-config-jsonp', 'other'],
  ['#cloud-config', 'cloud_config'],
  ['#!', 'other'],
  ['#include', 'other'],
  ['#cloud-boothook', 'other'],
  ['#part-handler', 'other'],
  ['## template: jinja', 'other'],
  ['content-type: multipart/', 'multipart'],
  ['mime-version:', 'multipart'],
];

/** Null for a file that cloud-init would lay aside. */
export function userDataKind(text: string): UserDataKind | null {
  const start = text.trimStart().slice(0, 64).toLowerCase();
  return headers.find(([header]) => start.startsWith(header))?.[1] ?? null;
}
