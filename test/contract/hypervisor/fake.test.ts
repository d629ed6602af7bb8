import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installFakeQemu } from '../../fakes/install-fake-qemu.ts';
import { makeBench } from './bench.ts';
import { hypervisorContract } from './hypervisor-suite.ts';

const fake = installFakeQemu(mkdtempSync(join(tmpdir(), 'fake-qemu-')));

hypervisorContract('fake', () => makeBench({ searchPath: fake.folder }));
