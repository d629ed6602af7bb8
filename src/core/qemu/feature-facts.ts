import * as z from 'zod';
import { readQmpMessage } from './qmp-message.ts';

/** What QEMU itself says about what it can do. */
export interface FeatureFacts {
  readonly version: string;
  readonly machines: readonly string[];
  readonly accelerators: readonly ('kvm' | 'hvf' | 'tcg')[];
  readonly virtioMem: boolean;
  readonly nineP: boolean;
}

/** Questions to a QEMU without a machine, in this order, as the lines of one QMP conversation. */
export const featureQuestions: string = [
  { execute: 'qmp_capabilities', id: 'hello' },
  { execute: 'query-version', id: 'version' },
  { execute: 'query-machines', id: 'machines' },
  { execute: 'qom-list-types', arguments: { implements: 'accel', abstract: false }, id: 'accelerators' },
  { execute: 'qom-list-types', arguments: { implements: 'virtio-mem-pci', abstract: false }, id: 'virtioMem' },
  { execute: 'qom-list-types', arguments: { implements: 'virtio-9p-pci', abstract: false }, id: 'nineP' },
  { execute: 'quit', id: 'quit' },
]
  .map((question) => `${JSON.stringify(question)}\n`)
  .join('');

const versionReply = z.object({ qemu: z.object({ major: z.number(), minor: z.number(), micro: z.number() }) });
const namedReply = z.array(z.object({ name: z.string() }));

/** Reads the answers; a string names the first question that got none. */
export function readFeatureFacts(conversation: string, machineFamily: string): FeatureFacts | string {
  const replies = readReplies(conversation);
  const version = versionReply.safeParse(replies.get('version')).data?.qemu;
  if (version === undefined) return 'query-version';
  const machines = namedReply.safeParse(replies.get('machines')).data;
  if (machines === undefined) return 'query-machines';
  const accelerators = namedReply.safeParse(replies.get('accelerators')).data;
  if (accelerators === undefined) return 'qom-list-types';
  const virtioMem = namedReply.safeParse(replies.get('virtioMem')).data ?? [];
  const nineP = namedReply.safeParse(replies.get('nineP')).data ?? [];
  const known = (['kvm', 'hvf', 'tcg'] as const).filter((name) =>
    accelerators.some((type) => type.name === `${name}-accel`),
  );
  return {
    version: [version.major, version.minor, version.micro].join('.'),
    machines: versionedMachines(
      machines.map((machine) => machine.name),
      machineFamily,
    ),
    accelerators: known,
    virtioMem: virtioMem.some((type) => type.name.startsWith('virtio-mem-pci')),
    nineP: nineP.some((type) => type.name.startsWith('virtio-9p-pci')),
  };
}

function readReplies(conversation: string): ReadonlyMap<string, unknown> {
  const messages = conversation
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readQmpMessage);
  return new Map(
    messages.flatMap((message) =>
      message.kind === 'return' && message.id !== null ? [[message.id, message.value]] : [],
    ),
  );
}

/** Machine types of the family that carry a version, newest first: numbers compare as numbers, 10.0 is newer than 9.2. */
function versionedMachines(names: readonly string[], family: string): readonly string[] {
  const versioned = names.flatMap((name) => {
    const version = name.startsWith(family) ? /^(\d+)\.(\d+)$/.exec(name.slice(family.length)) : null;
    return version === null ? [] : [{ name, order: Number(version[1]) * 1000 + Number(version[2]) }];
  });
  return versioned.sort((a, b) => b.order - a.order).map((machine) => machine.name);
}

/** Whether `-netdev help` lists the user network, which a build can lack. */
export function listsUserNetwork(help: string): boolean {
  return help.split('\n').some((line) => line.trim() === 'user');
}
