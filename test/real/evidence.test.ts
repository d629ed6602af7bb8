import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RecoverReport } from '../../src/core/report/recover-report.ts';
import type { ProcessIdentity } from '../../src/core/state/process-identity.ts';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { buildMortal } from '../crash/build-mortal.ts';
import { interrupt, type Interruption } from './lab/interrupt.ts';
import { lacksRoot } from './lab/lacks-root.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { startStranger, type Stranger } from './lab/start-stranger.ts';
import { oneNode } from './lab/two-nodes.ts';
import { until } from './lab/until.ts';

const otherUuid = '99999999-0000-4000-8000-000000000001';
/** A QEMU without a guest, which says that it is another VM. */
const otherQemu = ['qemu-system-x86_64', '-M', 'none', '-display', 'none', '-nodefaults', '-S', '-uuid', otherUuid];

withRealQemu(() => {
  if (lacksRoot('make a pid namespace')) return;
  let lab: Lab;
  /** Our QEMU that was killed. */
  let gone: Pick<ProcessIdentity, 'pid' | 'startTime'> = { pid: 0, startTime: null };
  let strangers: Stranger[] = [];
  const trace = (): string => join(lab.folder, 'trace');
  const pidOf = (): number => lab.vms()[0]?.pid ?? 0;
  const startsVm: Interruption = { step: 'start_vm', state: 'running' };

  /** Runs a command and makes sure that it has signalled nobody; 0 only asks whether a process is there. */
  async function run(words: readonly string[], env: NodeJS.ProcessEnv = {}, before: readonly string[] = []) {
    rmSync(trace(), { force: true });
    const calls = 'trace=kill,tkill,tgkill,pidfd_send_signal,connect,execve';
    const under = [...before, 'strace', '-f', '--seccomp-bpf', '-qq', '-e', calls, '-o', trace()];
    const finished = await lab.run([...words, '--json'], { under, env });
    const told = readFileSync(trace(), 'utf8').split('\n');
    expect(
      told.filter((line) => /\b(?:kill|tkill|tgkill|pidfd_send_signal)\(.*SIG/u.test(line) && !line.includes('+++')),
    ).toEqual([]);
    return { ...finished, answer: JSON.parse(finished.stdout) as unknown, trace: told };
  }

  /** The verdict of a recovery on the one open step, and what was seen. */
  async function recovered(interruption: Interruption, env: NodeJS.ProcessEnv = {}, before: readonly string[] = []) {
    interrupt(lab, interruption);
    const { exit, answer } = await run(['recover', '--dry-run'], env, before);
    expect(exit).toBe(0);
    const [step] = (answer as RecoverReport).operations[0]?.steps ?? [];
    return { verdict: step?.verdict, seen: step?.evidence.seen };
  }

  /** What is recorded of our QEMU that is gone, with its number in the hands of this program. */
  const takenBy = (words: readonly string[]): Partial<ProcessIdentity> => {
    const stranger = startStranger(words);
    strangers.push(stranger);
    return { ...gone, pid: stranger.pid };
  };

  beforeAll(() => {
    lab = openLab({ manifest: oneNode });
  });

  afterEach(() => {
    expect(strangers.map((each) => each.isAlive())).toEqual(strangers.map(() => true));
    for (const each of strangers) each.end();
    strangers = [];
  });

  afterAll(async () => {
    await lab.close();
  });

  test('a VM that was launched and never told to run is adopted, and up goes on with the same process', async () => {
    const mortal = await buildMortal();
    const dying = openLabCommand(mortal.path);
    expect(await dying).toBe('SIGKILL');
    mortal.remove();
    const pid = pidOf();
    expect((await lab.run(['status'])).stdout).toContain('was launched and never told to run');
    const { exit, answer } = await run(['recover']);
    expect(exit).toBe(0);
    const [step] = (answer as RecoverReport).operations[0]?.steps ?? [];
    expect(step).toMatchObject({ kind: 'start_vm', verdict: 'adopt', evidence: { seen: { paused: true, pid } } });
    const up = await lab.run(['up', '--json']);
    expect(up.exit, up.stderr).toBe(0);
    expect(pidOf()).toBe(pid);
    expect(await lab.run(['exec', 'meta', '--', 'hostname'])).toMatchObject({ exit: 0, stdout: 'meta\n' });
  });

  /** `up` of a command that kills itself once its QEMU is there. */
  async function openLabCommand(script: string): Promise<NodeJS.Signals | null> {
    const env = { ...lab.env, PADDOCK_CRASH_AT: 'before hypervisor.cont' };
    const child = spawn(process.execPath, [script, 'up'], { cwd: lab.folder, env, stdio: 'ignore' });
    return new Promise((resolve) => {
      child.once('close', (_, signal) => {
        resolve(signal);
      });
    });
  }

  test('a step that was only claimed is lost, and nothing is looked at for it', async () => {
    interrupt(lab, { ...startsVm, state: 'claimed' });
    const { answer, trace: calls } = await run(['recover']);
    expect((answer as RecoverReport).operations[0]?.steps[0]).toMatchObject({ verdict: 'lost' });
    expect(calls.filter((line) => /connect\(.*\.(?:qmp|probe)|execve\(.*qemu/u.test(line))).toEqual([]);
  });

  test('from another pid namespace a VM whose monitors are not at hand cannot be told, and nothing is done', async () => {
    const elsewhere = join(lab.folder, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o700 });
    const inside = ['unshare', '-p', '-f', '--mount-proc'];
    const env = { XDG_RUNTIME_DIR: elsewhere };
    const seen = await recovered(startsVm, env, inside);
    expect(seen).toMatchObject({ verdict: 'manual', seen: { why: 'identity_unverifiable' } });
    const pid = pidOf();
    for (const words of [['recover'], ['up'], ['stop', '--force'], ['destroy', '--yes']]) {
      const refused = await run(words, env, inside);
      expect([refused.exit, words]).toEqual([7, words]);
    }
    expect(pidOf()).toBe(pid);
    // With its monitors at hand it is seen to run, and its process still cannot be recorded as ours.
    const answered = await recovered(startsVm, {}, inside);
    expect(answered).toMatchObject({ verdict: 'manual', seen: { kind: 'running', qmp: 'ours' } });
  });

  test('a VM whose monitor is silent is not signalled until somebody says so', async () => {
    const pid = pidOf();
    process.kill(pid, 'SIGSTOP');
    const seen = await recovered(startsVm);
    expect(seen).toMatchObject({ verdict: 'adopt', seen: { kind: 'running', qmp: 'silent', process: 'ours', pid } });
    expect((await run(['recover'])).exit).toBe(0);
    const refused = await run(['stop']);
    expect(refused).toMatchObject({ exit: 7, answer: { reason: 'stop_unconfirmed' } });
    expect(refused.stdout).toContain('paddock stop --force meta');
    expect(pidOf()).toBe(pid);
    process.kill(pid, 'SIGCONT');
    // A stop that was begun is for a stop to finish, and starting is none.
    expect(await recovered({ step: 'stop_vm', state: 'running' })).toMatchObject({ verdict: 'retry' });
    expect(await run(['start'])).toMatchObject({ exit: 4, answer: { reason: 'operation_interrupted' } });
    gone = { pid, startTime: lab.vms()[0]?.startTime ?? null };
    process.kill(pid, 'SIGKILL');
    await until('QEMU to end', () => lab.vms().length === 0);
  });

  test('a QEMU that is gone is lost', async () => {
    expect(await recovered(startsVm)).toMatchObject({ verdict: 'lost', seen: { kind: 'not_running' } });
  });

  test('a zombie is gone', async () => {
    // Its parent becomes a program that never asks for its end.
    const parent = spawn('sh', ['-c', 'sleep 0 & exec sleep 1000'], { stdio: 'ignore' });
    const children = `/proc/${String(parent.pid)}/task/${String(parent.pid)}/children`;
    await until('a zombie', () => isZombie(Number(readFileSync(children, 'utf8'))));
    const pid = Number(readFileSync(children, 'utf8'));
    const startTime = statOf(pid)[19] ?? '';
    const seen = await recovered({ ...startsVm, process: { pid, startTime } });
    parent.kill('SIGKILL');
    expect(seen).toMatchObject({ verdict: 'lost', seen: { kind: 'not_running', process: 'zombie' } });
  });

  test.each([
    ['a sleep that leads a process group', ['sleep', '1000']],
    ['the same program, which runs the VM of another home', otherQemu],
  ])('its pid is now that of %s', async (_, words) => {
    const process = takenBy(words);
    expect(await recovered({ ...startsVm, process })).toMatchObject({
      verdict: 'lost',
      seen: { process: 'reused' },
    });
    expect((await run(['stop', '--force'])).exit).toBe(0);
  });

  test('its pid is now that of the first process', async () => {
    expect(await recovered({ ...startsVm, process: { pid: 1 } })).toMatchObject({
      verdict: 'lost',
      seen: { process: 'reused' },
    });
    expect((await run(['stop', '--force'])).exit).toBe(0);
    // Even with the very start time, the first process is not a VM of ours, and then nothing can be told.
    interrupt(lab, { ...startsVm, process: { pid: 1, startTime: statOf(1)[19] ?? '' } });
    expect((await run(['stop', '--force'])).exit).toBe(7);
    expect((await run(['destroy', '--yes'])).exit).toBe(7);
  });

  test('the VM of another UUID on our sockets is left alone', async () => {
    const sockets = socketsOf();
    const listening = sockets.flatMap((path, index) => [
      ...[
        '-chardev',
        `socket,id=m${String(index)},path=${path},server=on,wait=off`,
        '-mon',
        `chardev=m${String(index)},mode=control`,
      ],
    ]);
    const process = takenBy([...otherQemu, ...listening]);
    await until('its sockets', () => sockets.every(isListenedOn));
    expect(await recovered({ ...startsVm, process })).toMatchObject({
      verdict: 'manual',
      seen: { why: 'conflicting_evidence', qmp: 'other_uuid' },
    });
    for (const words of [['recover'], ['up'], ['stop', '--force'], ['destroy', '--yes']]) {
      const refused = await run(words);
      expect([refused.exit, words]).toEqual([7, words]);
    }
  });

  test('what a person has looked at is over, and the lab comes up again', async () => {
    for (const path of socketsOf()) rmSync(path, { force: true });
    expect((await run(['recover', '--accept', 'metta'])).exit).toBe(2);
    expect((await run(['recover', '--accept', 'meta'])).exit).toBe(0);
    const up = await lab.run(['up', '--json']);
    expect(up.exit, up.stderr).toBe(0);
    expect(lab.vms()).toHaveLength(1);
  });

  function socketsOf(): readonly string[] {
    const folder = join(lab.folder, 'run', 'paddock');
    const [name = ''] = readdirSync(folder);
    const uuid = lab.document().nodes['meta']?.uuid ?? '';
    return ['qmp', 'probe'].map((kind) => join(folder, name, `${uuid.slice(0, 8)}.${kind}`));
  }
});

/** A socket file outlives its process; see unix(7): the fourth field holds the flag of one that is listened on. */
function isListenedOn(path: string): boolean {
  const lines = readFileSync('/proc/net/unix', 'utf8').split('\n');
  return lines.some((line) => line.endsWith(` ${path}`) && line.split(' ')[3] === '00010000');
}

function isZombie(pid: number): boolean {
  return pid > 0 && statOf(pid)[0] === 'Z';
}

/** Fields after the name of the program, from the state on. */
function statOf(pid: number): readonly string[] {
  return (
    readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')
      .at(-1)
      ?.split(' ') ?? []
  );
}
