import { isAbsolute, join } from 'node:path';
import * as z from 'zod';
import locations from '../../qemu/firmware-locations.json' with { type: 'json' };
import { failure } from '../core/failure.ts';
import { type FeatureFacts, featureQuestions, listsUserNetwork, readFeatureFacts } from '../core/qemu/feature-facts.ts';
import type { FirmwareFiles, HostFeatures } from '../core/qemu/host-features.ts';
import { machineProfiles } from '../core/qemu/machine-profiles.ts';
import { type Result, fail, ok } from '../core/result.ts';
import { readCacheFile, writeCacheFile } from './cache-file.ts';
import { buildOf, emulatorOf } from './emulator.ts';
import { biosTrouble } from './find-bios.ts';
import { findTool } from './find-tool.ts';
import { isReadable } from './is-readable.ts';
import type { QemuHost } from './qemu-host.ts';

const timeoutMs = 15_000;

const remembered = z.object({
  build: z.string(),
  version: z.string(),
  machines: z.array(z.string()),
  accelerators: z.array(z.enum(['kvm', 'hvf', 'tcg'])),
  virtioMem: z.boolean(),
  nineP: z.boolean(),
  networkUser: z.boolean(),
  dataFolders: z.array(z.string()),
});

type AskedFeatures = FeatureFacts & {
  readonly networkUser: boolean;
  /** Where this build looks for its data, as it tells itself; empty where it does not. */
  readonly dataFolders: readonly string[];
};

/** What the installed QEMU can do for guests of this architecture; asked once per build of the binary. */
export async function hostFeatures(arch: 'amd64' | 'arm64', host: QemuHost): Promise<Result<HostFeatures>> {
  const emulator = findTool(emulatorOf(arch), host);
  const qemuImg = findTool('qemu-img', host);
  if (!emulator.ok || !qemuImg.ok)
    return fail(...[emulator, qemuImg].flatMap((each) => (each.ok ? [] : each.failures)));
  const build = buildOf(emulator.value);
  const asked = await askOnce({ arch, emulator: emulator.value, build }, host);
  if (!asked.ok) return asked;
  const { dataFolders, ...features } = asked.value;
  const { biosFile } = machineProfiles[arch];
  // Files can go while the build stays, so they are looked at each time.
  const files = {
    firmware: findFirmware(arch),
    biosTrouble: biosFile === null ? null : biosTrouble(biosFile, dataFolders),
  };
  return ok({ ...features, emulator: emulator.value, qemuImg: qemuImg.value, build, ...files });
}

interface Question {
  readonly arch: 'amd64' | 'arm64';
  readonly emulator: string;
  readonly build: string;
}

async function askOnce(question: Question, host: QemuHost): Promise<Result<AskedFeatures>> {
  const file = join(host.cache, `qemu-features-${question.arch}.json`);
  const known = await readCacheFile(file, (value) => remembered.safeParse(value).data ?? null);
  if (known !== null && known.build === question.build) return ok(known);
  const asked = await ask(question, host);
  if (asked.ok) await writeCacheFile(file, { build: question.build, ...asked.value });
  return asked;
}

async function ask(question: Question, host: QemuHost): Promise<Result<AskedFeatures>> {
  const { emulator } = question;
  const words = ['-M', 'none', '-nodefaults', '-no-user-config', '-display', 'none', '-qmp', 'stdio'];
  const talk = await host.programs.run({ executable: emulator, arguments: words, timeoutMs, stdin: featureQuestions });
  if (!talk.ok) return talk;
  const networks = await host.programs.run({ executable: emulator, arguments: ['-netdev', 'help'], timeoutMs });
  if (!networks.ok) return networks;
  const folders = await host.programs.run({ executable: emulator, arguments: ['-L', 'help'], timeoutMs });
  const { machineFamily } = machineProfiles[question.arch];
  const facts = readFeatureFacts(talk.value.stdout, machineFamily);
  if (typeof facts === 'string') return fail(failure('qemu_too_old', { emulator, lacks: `an answer to ${facts}` }));
  if (facts.machines.length === 0) {
    return fail(failure('qemu_too_old', { emulator, lacks: `a machine type ${machineFamily}<version>` }));
  }
  const dataFolders = (folders.ok ? folders.value.stdout : '').split('\n').filter((line) => isAbsolute(line));
  return ok({ ...facts, networkUser: listsUserNetwork(networks.value.stdout), dataFolders });
}

function findFirmware(arch: 'amd64' | 'arm64'): FirmwareFiles | null {
  const found = locations[arch].find((place) => isReadable(place.code) && isReadable(place.vars));
  return found === undefined ? null : { code: found.code, varsTemplate: found.vars };
}
