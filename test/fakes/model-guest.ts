import type { Uuid } from '../../src/core/names.ts';
import { readMarker } from '../../src/core/guest/ready-marker.ts';
import { fail, ok, type Result } from '../../src/core/result.ts';
import type { Guest, GuestFacts, GuestTarget, ScriptEnd, ScriptRun } from '../../src/ports/guest.ts';
import { enact, type ModelHost } from './model-host.ts';

/** The Guest port over a model host: a guest answers while its VM runs, and remembers its marker and its mounts. */
export function modelGuest(host: ModelHost): Guest {
  const answer = (target: GuestTarget): Result<GuestFacts> => {
    if (host.vms.get(target.uuid)?.state !== 'running') {
      return fail({ reason: 'guest_not_ready', node: target.name, waitedMs: 0, last: 'connection refused' } as const);
    }
    const lines = host.guests.get(target.uuid) ?? [];
    return ok({
      instanceId: target.uuid,
      marker: readMarker(lines.filter((line) => !line.startsWith('# '))),
      mountPoints: lines.flatMap((line) => (line.startsWith('# mounted ') ? [line.slice(10)] : [])),
      clockAheadSeconds: 0,
    });
  };
  const runScript = (target: GuestTarget, run: ModelRun): Result<ScriptEnd> => {
    const failures = enact(host, `script ${run.script} ${target.name}`);
    if (failures !== null) return fail(...failures);
    const answered = answer(target);
    return answered.ok ? ok(ran(host, target.uuid, run)) : answered;
  };
  return {
    async awaitReady(target, _wait, work) {
      const failures = enact(host, `ready ${target.name}`);
      const answered = failures === null ? answer(target) : fail(...failures);
      if (!answered.ok) return answered;
      const seen = answered.value;
      const stdin = (await work?.input(seen)) ?? null;
      return ok({ seen, ran: work === undefined || stdin === null ? null : runScript(target, { ...work, stdin }) });
    },
    check: (target) => Promise.resolve(answer(target)),
    run: () => Promise.resolve(ok(0)),
    // `exit 3` ends so, and everything else says itself.
    capture: async (_, { command, onOutput }) => {
      if (command[0] === 'exit') return ok(Number(command[1]));
      await onOutput({ from: 'stdout', text: `${command.join(' ')}\n` });
      return ok(0);
    },
    provision: () => Promise.resolve(ok(0)),
    copy: () => Promise.resolve(ok(undefined)),
    runScript: (target, run) => Promise.resolve(runScript(target, run)),
    pinHostKeys: () => Promise.resolve(ok(undefined)),
    tools: () => ok(undefined),
    loginKey: () => Promise.resolve(ok('ssh-ed25519 login')),
    controlKey: (name) => Promise.resolve(ok({ privateKey: `private ${name}\n`, publicKey: `ssh-ed25519 ${name}` })),
  };
}

type ModelRun = Pick<ScriptRun, 'script' | 'stdin'> & Partial<Pick<ScriptRun, 'arguments'>>;

/** A set-up in which every stage comes about, but for the disks that are damaged. What the guest was told stands behind its marker, as comments. */
function ran(host: ModelHost, uuid: Uuid, { script, arguments: words = [], stdin = '' }: ModelRun): ScriptEnd {
  if (script !== 'set-up') return { exitStatus: 0, stdout: resized(host, uuid, { script, words }), stderr: '' };
  const lines = stdin.split('\n').map((line) => line.split(' '));
  const all = (word: string) => lines.filter(([first]) => first === word).map(([, ...rest]) => rest);
  const damaged = all('disk').filter(([serial = '']) => host.damaged.has(serial));
  const done = all('stage').map(([stage = '', digest = '']) => ({
    ...{ stage, digest },
    state: stage === 'disks' && damaged.length > 0 ? 'limited' : 'ok',
  }));
  const told = lines.filter(([word = '']) => ['accept', 'private', 'peer', 'host'].includes(word));
  const before = (host.guests.get(uuid) ?? []).filter((line) => line.startsWith('# '));
  const kept = before.filter((line) => !done.some(({ stage }) => line.startsWith(`# ${stage} `)));
  host.guests.set(uuid, [
    'paddock-marker 1',
    ...[`uuid ${all('uuid').join('')}`, `spec-hash ${all('spec-hash').join('')}`],
    ...all('keep').map((words) => `stage ${words.join(' ')} ok`),
    ...done.map(({ stage, digest, state }) => `stage ${stage} ${digest} ${state}`),
    ...kept.filter((line) => !line.startsWith('# mounted ') || all('disk').length === 0),
    ...all('disk')
      .filter(([serial = '']) => !host.damaged.has(serial))
      .map((words) => `# mounted ${words.slice(3).join(' ')}`),
    ...told.map((words) => `# ${words[0] === 'host' ? 'names' : 'control'} ${words.join(' ')}`),
    'end',
  ]);
  const found = damaged.map(([serial = '']) => `damaged ${serial} ${modelProof}\nwarning disks ${serial} is damaged\n`);
  const stdout = [...found, ...done.map(({ stage, digest, state }) => `done ${stage} ${state} ${digest}\n`)].join('');
  return { exitStatus: 0, stdout, stderr: '' };
}

const modelProof = 'ext4-4-0123456789abcdef';

/** What the guest's kernel keeps for itself. */
const reservedBytes = 32 * 2 ** 20;

function resized(
  host: ModelHost,
  uuid: Uuid,
  run: { readonly script: string; readonly words: readonly string[] },
): string {
  const { cpus = 1, memoryBytes = 0 } = host.vms.get(uuid) ?? {};
  switch (run.script) {
    case 'online-cpus':
      return `cpus ${String(Math.min(cpus, host.guestLimits.cpus))}\n`;
    case 'online-memory':
      return `memory-kib ${String((Math.min(memoryBytes, host.guestLimits.memoryBytes) - reservedBytes) / 1024)}\n`;
    case 'reset-disk':
      return host.damaged.delete(run.words[0] ?? '') ? 'reset ext4\n' : 'kept it mounts by now\n';
    case 'grow-disks':
      return run.words.map((word) => `${word.replace('=', ' grown ')}\n`).join('');
    default:
      return '';
  }
}
