import { describe, expect, it } from 'vitest';
import { readScriptOutput } from '../../../src/core/guest/read-script-output.ts';
import { scriptCommand } from '../../../src/core/guest/script-command.ts';

describe('scriptCommand', () => {
  it('puts the runner, without its comments, before the facts and the arguments', () => {
    const sent = {
      limitSeconds: 5,
      scriptBytes: 3,
      scriptSha256: 'aa',
      inputSha256: 'bb',
      arguments: ['/data', 'a b'],
    };
    expect(scriptCommand('#!/bin/sh\n# why\nset -u # kept\n  # kept too\n', sent)).toEqual([
      ...['sudo', '-n', 'sh', '-c', 'set -u # kept\n  # kept too\n', 'paddock'],
      ...['5', '3', 'aa', 'bb', '/data', 'a b'],
    ]);
  });
});

describe('readScriptOutput', () => {
  it.each([
    ['', { kind: 'refused' }],
    ['warning: banner\npaddock: begin\npaddock: end 0 in-time\n', { kind: 'refused' }],
    ['paddock: begin\n', { kind: 'cut_off' }],
    ['paddock: begin\nsome', { kind: 'cut_off' }],
    ['paddock: begin\npaddock: end 0 in-time', { kind: 'cut_off' }],
    ['paddock: begin\npaddock: end 0 in-time\nmore\n', { kind: 'cut_off' }],
    ['paddock: begin\npaddock: end 0 in-time\n', { kind: 'ended', exitStatus: 0, stdout: '' }],
    ['paddock: begin\nno newlinepaddock: end 3 in-time\n', { kind: 'ended', exitStatus: 3, stdout: 'no newline' }],
    ['paddock: begin\na\npaddock: end 124 late\n', { kind: 'late', stdout: 'a\n' }],
  ])('%j', (stdout, expected) => {
    expect(readScriptOutput(stdout)).toEqual(expected);
  });
});
