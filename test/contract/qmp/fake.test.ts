import { join } from 'node:path';
import { installFakeQemu } from '../../fakes/install-fake-qemu.ts';
import { makeBench } from '../hypervisor/bench.ts';
import { startSubject } from './start-subject.ts';
import { qmpContract } from './qmp-suite.ts';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';

const fake = installFakeQemu(mkdtempSync(join(tmpdir(), 'fake-qemu-')));

qmpContract('fake', () => startSubject(makeBench({ searchPath: fake.folder })));
