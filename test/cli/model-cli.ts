import { PassThrough } from 'node:stream';
import { carriedAfter } from '../../src/cli/carried-by-lab.ts';
import type { CliPorts, Command, Invocation } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { present } from '../../src/cli/present.ts';
import { parseCommandLine } from '../../src/cli/program.ts';
import { fail, ok } from '../../src/core/result.ts';
import type { StateDocument } from '../../src/core/state/document.ts';
import type { SshConfigPorts } from '../../src/engine/refresh-ssh-config.ts';
import type { ManifestFiles } from '../../src/ports/manifest-files.ts';
import { lab, type Lab } from '../engine/lab.ts';
import { mortality } from '../crash/mortality.ts';
import { mortalPorts } from '../crash/mortal-ports.ts';
import { modelPorts } from '../fakes/model-ports.ts';
import { collector } from './collector.ts';

export interface Ended {
  readonly exit: number;
  readonly answer: Answer;
  readonly stderr: string;
}

/** What is read of the JSON of commands. */
export interface Answer {
  readonly error?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly nodes?: readonly unknown[];
  readonly next?: readonly string[];
  readonly failures?: readonly {
    readonly reason: string;
    readonly message: string;
    readonly nodes: readonly string[];
  }[];
  readonly planHash?: string;
  readonly blocked?: readonly unknown[];
}

/** The real commands over a model host, with manifests that stand in memory. */
export interface ModelCli extends Lab {
  /** Text by file name, as `-f` names it; `paddock.yml` is found by itself. */
  readonly manifests: Map<string, string>;
  /** Runs a command line, `--json` added: words, or a line of words without quotes with or without `paddock` in front. */
  readonly run: (line: string | readonly string[]) => Promise<Ended>;
  /**
   * Runs a command line in another process, which dies where `where` says for the first time, or at the point of that
   * number. Where it died; null when it ran to its end.
   */
  readonly killedAt: (line: string, where: string | number) => Promise<string | null>;
  readonly document: () => StateDocument | null;
}

export function modelCli(it: Lab = lab()): ModelCli {
  const manifests = new Map<string, string>();
  const run: ModelCli['run'] = (line) => runLine(typeof line === 'string' ? wordsOf(line) : line, { ...it, manifests });
  const killedAt: ModelCli['killedAt'] = (line, where) => {
    const life = mortality(typeof where === 'number' ? where : null);
    return new Promise((resolve, reject) => {
      const reach = (point: string): Promise<void> => {
        if (typeof where === 'number' || !`${point} `.startsWith(`${where} `)) return life.reach(point);
        resolve(point);
        return new Promise<void>(() => undefined);
      };
      const ports = mortalPorts(modelPorts(it.host, { store: it.store, pid: 2, firstIdentifier: 3_000 }), { reach });
      void life.death.then(resolve);
      void runLine(wordsOf(line), { ...it, ports, manifests }).then(() => {
        resolve(null);
      }, reject);
    });
  };
  return { ...it, manifests, run, killedAt, document: () => it.store.history.at(-1) ?? null };
}

/** A model of its own in the same state. */
export async function copyOf(cli: ModelCli): Promise<ModelCli> {
  const other = lab();
  for (const [file, content] of cli.host.files) other.host.files.set(file, content);
  for (const [uuid, vm] of cli.host.vms) other.host.vms.set(uuid, { ...vm });
  other.host.nextPid = cli.host.nextPid;
  const document = cli.document();
  if (document !== null) await other.store.commit(null, document);
  const copy = modelCli({ ...other, ports: modelPorts(other.host, { store: other.store, firstIdentifier: 5_000 }) });
  for (const [file, text] of cli.manifests) copy.manifests.set(file, text);
  return copy;
}

type World = Lab & { readonly manifests: ReadonlyMap<string, string> };

function wordsOf(line: string): readonly string[] {
  return line.split(' ').filter((word, index) => word !== '' && !(index === 0 && word === 'paddock'));
}

async function runLine(words: readonly string[], world: World): Promise<Ended> {
  const parsed = parseCommandLine(['--json', ...words], commands);
  const out = collector();
  const err = collector();
  const file = parsed.kind === 'run' ? parsed.typed.options['file'] : undefined;
  const carried = { file: typeof file === 'string' ? file : null, home: null };
  const streams = { stdin: new PassThrough().end(), stdout: out.stream, stderr: err.stream };
  const presentation = { format: 'json', streams, colour: 'plain' } as const;
  if (parsed.kind !== 'run') {
    const failures = parsed.kind === 'wrong' ? parsed.failures : [];
    const exit = await present(
      { kind: 'failed', failures, report: null },
      { ...presentation, carried, failureExit: null },
    );
    return { exit, answer: JSON.parse(out.text()) as Answer, stderr: err.text() };
  }
  const { command, typed } = parsed;
  const invocation = invocationOf(command, { typed, carried, world });
  const outcome = await command.run(invocation);
  const exit = await present(outcome, {
    ...presentation,
    carried: await carriedAfter(outcome, { command, invocation }),
    failureExit: command.failureExit ?? null,
  });
  return { exit, answer: JSON.parse(out.text()) as Answer, stderr: err.text() };
}

interface Running {
  readonly typed: Pick<Parameters<Command['run']>[0], 'arguments' | 'options'>;
  readonly carried: { readonly file: string | null; readonly home: null };
  readonly world: World;
}

function invocationOf(command: Command, { typed, carried, world }: Running): Invocation {
  const unused = (): never => {
    throw new Error(`${command.name} wants a port that the model does not have`);
  };
  const files = manifestsIn(world.manifests);
  const ports = { ...world.ports, manifests: files, logs: null, console: null } as unknown as CliPorts;
  const { identifiers, store, hypervisor } = ports;
  const rememberedAccelerator = () => hypervisor.rememberedAccelerator('amd64');
  return {
    ...typed,
    carried,
    global: { format: 'json', verbose: false, home: null },
    env: {},
    cwd: '/work',
    signal: new AbortController().signal,
    colour: 'plain',
    newFiles: unused,
    access: () => ok(ports as unknown as SshConfigPorts),
    reading: () =>
      Promise.resolve(
        ok({ identifiers, store, manifests: files, looking: () => Promise.resolve(ports), rememberedAccelerator }),
      ),
    ports: () => Promise.resolve(ok(ports)),
  };
}

function manifestsIn(texts: ReadonlyMap<string, string>): ManifestFiles {
  return {
    read: ({ file }) => {
      const name = file?.replace(/^\/work\//u, '') ?? 'paddock.yml';
      const text = texts.get(name);
      if (text === undefined)
        return Promise.resolve(fail({ reason: 'manifest_not_found', looked: [name], named: file !== null } as const));
      const sha256 = '0'.repeat(64);
      return Promise.resolve(ok({ file: name, path: `/work/${name}`, folder: '/work', text, sha256 }));
    },
    readUserData: () => Promise.resolve(ok(new Map())),
  };
}
