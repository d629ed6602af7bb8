import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { withUserData } from '../../src/core/manifest/with-user-data.ts';
import { converge } from '../../src/engine/converge.ts';
import type { PlannedRequest } from '../../src/engine/request.ts';
import { type Lab, lab, oneNode, reasonsOf, resolved, upRequest, valueOf } from './lab.ts';

const bytes = Buffer.from('#!/bin/sh\necho hello\n');
const sha256 = createHash('sha256').update(bytes).digest('hex');

function request(): PlannedRequest {
  const text = oneNode.replace('nodename: meta', 'nodename: meta\n      vm_user_data: hello.sh');
  const desired = withUserData(resolved(text), new Map([['hello.sh', { bytes, sha256 }]]));
  return { ...upRequest(text), desired, userData: new Map([[sha256, bytes]]) };
}

function seeds({ host }: Lab): readonly string[] {
  return [...host.files].flatMap(([file, content]) => (file.endsWith('/seed.img') ? [content] : []));
}

it('stands in the seed as it is', async () => {
  const it = lab();
  expect(valueOf(await converge(it.ports, request()))).toMatchObject({ status: 'complete' });
  expect(seeds(it)).toHaveLength(1);
  expect(seeds(it)[0]).toContain(bytes.toString('base64'));
});

it('is asked for before anything happens, when a creation goes on without the manifest', async () => {
  const it = lab();
  // The UUID is the first one drawn, so another lab that does the same shows the name of the file.
  const other = lab();
  await converge(other.ports, request());
  const effect = other.host.effects.find((each) => /^write .*\/seed\.img$/u.test(each)) ?? '';
  it.host.failing.set(effect, [{ reason: 'file_error', path: 'seed.img', doing: 'write it', code: 'EIO' }]);
  await converge(it.ports, request());
  expect(seeds(it)).toEqual([]);
  const before = it.host.effects.length;
  const goesOn = await converge(it.ports, { ...upRequest(null), source: { kind: 'applied' } });
  expect(reasonsOf(goesOn)).toEqual(['user_data_absent']);
  expect(it.host.effects).toHaveLength(before);
  expect(valueOf(await converge(it.ports, request()))).toMatchObject({ status: 'complete' });
  expect(seeds(it)[0]).toContain(bytes.toString('base64'));
});
