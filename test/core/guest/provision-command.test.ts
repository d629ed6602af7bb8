import { expect, it } from 'vitest';
import { provisionCommand } from '../../../src/core/guest/provision-command.ts';

const runner = '#!/bin/sh\n# what it is for\nset -u\n# why\nexit 0\n';

it('is the runner without its comments, with the limit and the size of the script', () => {
  const words = provisionCommand(runner, { sudo: false, timeoutSeconds: 5, scriptBytes: 12 });
  expect(words).toEqual(['sh', '-c', 'set -u\nexit 0\n', 'paddock', '5', '12']);
});

it('is all of it root, so that the runner may end what it started', () => {
  const words = provisionCommand(runner, { sudo: true, timeoutSeconds: 5, scriptBytes: 12 });
  expect(words.slice(0, 3)).toEqual(['sudo', '-n', 'sh']);
});
