import { describe, expect, it } from 'vitest';
import { readScriptOutput } from '../../../src/core/guest/read-script-output.ts';
import { scriptCommand, scriptHeader } from '../../../src/core/guest/script-command.ts';
import { readVisit } from '../../../src/core/guest/visit-command.ts';

describe('scriptCommand', () => {
  it('puts the runner, without its comments, before the arguments', () => {
    expect(scriptCommand('#!/bin/sh\n# why\nset -u # kept\n  # kept too\n', ['/data', 'a b'])).toEqual([
      ...['sudo', '-n', 'sh', '-c', 'set -u # kept\n  # kept too\n', 'paddock'],
      ...['/data', 'a b'],
    ]);
  });
});

describe('scriptHeader', () => {
  it('is one line', () => {
    expect(scriptHeader({ limitSeconds: 5, scriptBytes: 3, sha256: 'aa' })).toBe('5 3 aa\n');
  });
});

describe('readVisit', () => {
  it.each([
    ['', null],
    ['id\nmounts\n1\n', null],
    ['id\n1\npaddock: seen\n', { seen: 'id\n1\n', said: '' }],
    [
      'id\n1\npaddock: seen\npaddock: begin\npaddock: seen\n',
      { seen: 'id\n1\n', said: 'paddock: begin\npaddock: seen\n' },
    ],
    ['id\npaddock: seen it\n', null],
  ])('%j', (stdout, expected) => {
    expect(readVisit(stdout)).toEqual(expected);
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
