import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installFakeQemu } from '../../fakes/install-fake-qemu.ts';
import { makeBench } from '../hypervisor/bench.ts';
import { consoleContract } from './console-suite.ts';

const fake = installFakeQemu(mkdtempSync(join(tmpdir(), 'fake-qemu-')));

consoleContract('fake', () => makeBench({ searchPath: fake.folder }));
