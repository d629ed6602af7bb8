import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRealQemu } from '../contract/real/with-real-qemu.ts';
import { hostileSsh } from './lab/hostile-ssh.ts';
import { type Lab, openLab } from './lab/open-lab.ts';
import { prepareMiniImage } from './lab/mini-image.ts';
import type { Finished } from './lab/run-words.ts';
import { oneNode } from './lab/two-nodes.ts';

const odd = `it's a "home", ünïcode %h ~ $HOME \${x}`;
const long = `${'long '.repeat(20)}/${'path-'.repeat(20)}`;
const umasks = ['000', '077'] as const;

/** The command line that runs the rest of it under a umask. */
const underUmask = (umask: string) => ['sh', '-c', `umask ${umask}; exec "$@"`, 'sh'] as const;

/** Every file and folder below, with its permission bits. */
function modesBelow(folder: string): readonly (readonly [string, string])[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return ['', ...names].map((name) => {
    const stat = statSync(join(folder, name));
    return [name, `${stat.isDirectory() ? 'd' : 'f'}${(stat.mode & 0o777).toString(8)}`];
  });
}

withRealQemu(() => {
  const places = mkdtempSync('/tmp/paddock-places-');
  const cache = join(places, 'images, of "mine" é');
  const labs: Lab[] = [];
  let agent: { readonly [name: string]: string } = {};

  function open(homeName: string): Lab {
    const lab = openLab({ manifest: oneNode, homeName, cache });
    labs.push(lab);
    return lab;
  }

  beforeAll(() => {
    cpSync(prepareMiniImage(), cache, { recursive: true });
    agent = startAgent(places);
  });

  afterAll(async () => {
    for (const lab of labs) await lab.close();
    if (agent['SSH_AGENT_PID'] !== undefined) process.kill(Number(agent['SSH_AGENT_PID']));
    rmSync(places, { recursive: true, force: true });
  });

  test('a lab comes up with everything odd at once, and is as private as ever', async () => {
    const lab = open(odd);
    const elsewhere = join(places, 'some, where');
    mkdirSync(elsewhere);
    const manifest = join(elsewhere, "it's, mine.yml");
    writeFileSync(manifest, oneNode);
    hostileSsh(lab.folder);
    const env = { ...agent, LANG: 'pt_BR.UTF-8', LC_ALL: 'pt_BR.UTF-8', LANGUAGE: 'pt_BR' };
    const up = await lab.run(['up', '-f', manifest, '--json'], { env, cwd: elsewhere, under: underUmask('000') });
    expect(up.exit, up.stderr).toBe(0);
    expect(JSON.parse(up.stdout)).toMatchObject({ status: 'complete', nodes: [{ ready: true }] });
    const inside = await lab.run(['exec', 'meta', '--', 'hostname'], { env, cwd: elsewhere });
    expect(inside).toMatchObject({ exit: 0, stdout: 'meta\n' });
    const exposed = modesBelow(lab.home).filter(([, mode]) => !/^(?:d700|f[64]00)$/u.test(mode));
    expect(exposed).toEqual([]);
    expect(existsSync(join(lab.folder, 'pwned'))).toBe(false);
  });

  test('the lab of an odd home is worked on from a folder that is gone', async () => {
    const [lab] = labs;
    if (lab === undefined) throw new Error('no lab came up');
    const gone = async (words: readonly string[]): Promise<Finished> => {
      const folder = mkdtempSync(join(places, 'gone-'));
      return lab.run(words, { under: ['sh', '-c', `cd '${folder}' && rmdir '${folder}' && exec "$@"`, 'sh'] });
    };
    expect(JSON.parse((await gone(['status', '--json'])).stdout)).toMatchObject({ nodes: [{ observed: 'running' }] });
    expect(await gone(['exec', 'meta', '--', 'hostname'])).toMatchObject({ exit: 0, stdout: 'meta\n' });
    // Without a folder no manifest is found: what is applied stands in for it, or the refusal names the folder.
    const up = await gone(['up', '--json']);
    const right = up.exit === 0 ? { status: 'complete' } : { reason: 'working_directory_gone', left: 'nothing' };
    expect(JSON.parse(up.stdout)).toMatchObject(right);
    expect((await gone(['stop', '--force'])).exit).toBe(0);
    expect((await gone(['destroy', '--yes'])).exit).toBe(0);
    expect(lab.vms()).toEqual([]);
  });

  test.each(umasks)('a home that is too long for sockets has them elsewhere, under umask %s', async (umask) => {
    const lab = open(long);
    const up = await lab.run(['up', '--no-wait', '--json'], { under: underUmask(umask) });
    expect(up.exit, up.stderr).toBe(0);
    expect(lab.home.length).toBeGreaterThan(150);
    expect(JSON.parse((await lab.run(['status', '--json'])).stdout)).toMatchObject({
      nodes: [{ observed: 'running' }],
    });
    expect(modesBelow(lab.home).filter(([, mode]) => !/^(?:d700|f[64]00)$/u.test(mode))).toEqual([]);
    const sockets = join(lab.folder, 'run', 'paddock');
    const modes = modesBelow(sockets).map(([, mode]) => mode);
    // The folders keep others out; what QEMU makes in them has the mode that its umask gives.
    expect(modes.length).toBeGreaterThan(3);
    expect(modes.filter((mode) => mode.startsWith('d') && mode !== 'd700')).toEqual([]);
    expect((await lab.run(['purge', '--yes'])).exit).toBe(0);
  });

  test('a socket folder that is too long is one error before anything is made', async () => {
    const lab = open('home');
    const up = await lab.run(['up', '--json'], { env: { XDG_RUNTIME_DIR: join(lab.folder, 'x'.repeat(100)) } });
    expect(up.exit).not.toBe(0);
    expect(JSON.parse(up.stdout)).toMatchObject({ reason: 'path_too_long', left: 'nothing' });
    expect(existsSync(lab.home)).toBe(false);
  });
});

/** Ten keys that are nobody's: a server that counts tries would be used up by them. */
function startAgent(folder: string): { readonly [name: string]: string } {
  const answer = execFileSync('ssh-agent', ['-s'], { encoding: 'utf8' });
  const found = [...answer.matchAll(/(SSH_\w+)=([^;]+);/gu)].map(([, name, value]) => [name ?? '', value ?? '']);
  const agent = Object.fromEntries(found) as { readonly [name: string]: string };
  for (let at = 0; at < 10; at += 1) {
    const file = join(folder, `key-${String(at)}`);
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
    spawnSync('ssh-add', ['-q', file], { env: { ...process.env, ...agent } });
  }
  return agent;
}
