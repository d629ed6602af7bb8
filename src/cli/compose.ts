import { join } from 'node:path';
import { failure } from '../core/failure.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { homeFolders } from '../core/state/home-paths.ts';
import { createIdentifiers } from '../host/identifiers.ts';
import { createLayout } from '../host/layout.ts';
import { manifestFiles } from '../host/manifest-files.ts';
import { createNewFiles } from '../host/new-files.ts';
import { searchPath } from '../host/search-path.ts';
import { createProcesses } from '../host/processes.ts';
import { createSshConfigFiles } from '../host/ssh-config-files.ts';
import { createScriptFiles } from '../host/script-files.ts';
import { createStateStore } from '../host/state-store.ts';
import type { SshConfigPorts } from '../engine/refresh-ssh-config.ts';
import type { Clock } from '../ports/clock.ts';
import type { Layout } from '../ports/layout.ts';
import type { NewFiles } from '../ports/new-files.ts';
import type { Programs } from '../ports/programs.ts';
import type { CliPorts, GlobalOptions, Invocation } from './command.ts';
import type { EventView } from './event-view.ts';
import { packageFolder } from './package-folder.ts';
import type { ReadingPorts } from './reading-ports.ts';
import type { Streams } from './streams.ts';
import { version } from './version.ts';

/** What the ports are built from. */
export interface World extends Pick<Invocation, 'env' | 'cwd' | 'signal'> {
  readonly global: GlobalOptions;
  readonly streams: Streams;
  /** Opens the view that events are shown in. */
  readonly view: () => Promise<EventView>;
}

/** Builds what reading commands need. Nothing here loads what starts programs. */
export function composeReading(world: World): Promise<Result<ReadingPorts>> {
  const layout = layoutOf(world);
  if (!layout.ok) return Promise.resolve(layout);
  const record = recordOf(layout.value);
  return Promise.resolve(
    ok({
      ...record,
      manifests: manifestFiles(world.streams.stdin),
      async looking() {
        const { createHome } = await import('../host/home.ts');
        return { ...record, layout: layout.value, home: createHome(layout.value) };
      },
      async rememberedAccelerator() {
        const { rememberedAccelerator } = await import('../qemu/remembered-accelerator.ts');
        const host = { ...hostFacts(world), processes: record.processes, cache: layout.value.cache };
        return rememberedAccelerator(host.arch, host);
      },
    }),
  );
}

/** Builds what plain ssh is set up through. */
export function composeAccess(world: Pick<World, 'env' | 'global' | 'cwd'>): Result<SshConfigPorts> {
  const layout = layoutOf(world);
  if (!layout.ok) return layout;
  const { store } = recordOf(layout.value);
  return ok({ layout: layout.value, store, sshConfig: createSshConfigFiles(layout.value) });
}

/** Builds what `init` writes through. */
export function composeNewFiles(): NewFiles {
  return createNewFiles();
}

/** Builds every port. */
export async function compose(world: World): Promise<Result<CliPorts>> {
  const found = layoutOf(world);
  if (!found.ok) return found;
  const layout = found.value;
  const [host, people, view] = await Promise.all([composeHost(world, layout), composePeople(world), world.view()]);
  return ok({ version, layout, ...recordOf(layout), ...host, ...people, events: view });
}

type Composed<K extends keyof CliPorts> = Promise<Pick<CliPorts, K>>;

/** What acts on the host: loaded only by commands that do. */
async function composeHost(
  world: World,
  layout: Layout,
): Composed<
  'clock' | 'resources' | 'waitingRoom' | 'nodeFiles' | 'home' | 'hypervisor' | 'guest' | 'images' | 'packages'
> {
  const [{ createPrograms }, { createClock }, { qemuHypervisor }, files] = await Promise.all([
    import('../host/run-program.ts'),
    import('../host/clock.ts'),
    import('../qemu/hypervisor.ts'),
    composeFiles(layout),
  ]);
  const programs = createPrograms();
  const clock = createClock();
  const facts = hostFacts(world);
  const processes = createProcesses();
  const hypervisor = qemuHypervisor({ ...facts, programs, processes, cache: layout.cache });
  const { createImageStore } = await import('../host/image-store.ts');
  const images = createImageStore({
    folder: layout.cache,
    recipes: join(packageFolder(), 'qemu', 'images'),
    hostArch: facts.arch,
    programs,
    clock,
    processes,
    inspect: (file) => hypervisor.inspectImage(file),
  });
  const guest = await composeGuest(world, layout, { programs, clock });
  const [{ createNodeFiles }, { createHostPackages }] = await Promise.all([
    import('../host/node-files.ts'),
    import('../host/host-packages.ts'),
  ]);
  const packages = createHostPackages({ ...facts, programs, isRoot: process.getuid?.() === 0 });
  return { ...files, clock, hypervisor, images, guest, packages, nodeFiles: createNodeFiles({ layout, programs }) };
}

async function composeFiles(layout: Layout): Composed<'resources' | 'waitingRoom' | 'home'> {
  const [{ createHostResources }, { createWaitingRoom }, { createHome }] = await Promise.all([
    import('../host/host-resources.ts'),
    import('../host/waiting-room.ts'),
    import('../host/home.ts'),
  ]);
  return { resources: createHostResources(), waitingRoom: createWaitingRoom(layout), home: createHome(layout) };
}

async function composeGuest(
  { streams }: World,
  layout: Layout,
  tools: { readonly programs: Programs; readonly clock: Clock },
): Promise<CliPorts['guest']> {
  const { createGuest } = await import('../host/guest.ts');
  return createGuest({
    ...tools,
    keysFolder: layout.absolute(homeFolders.keys),
    scriptsFolder: join(packageFolder(), 'qemu', 'guest'),
    terminal: { stdin: streams.stdin.isTTY === true, stdout: streams.stdout.isTTY === true },
  });
}

/** What a person is asked, shown and handed. */
async function composePeople({
  streams,
  signal,
}: World): Composed<'approver' | 'manifests' | 'logs' | 'console' | 'scripts'> {
  const { stdin, stdout, stderr } = streams;
  const [{ terminalApprover }, { createLogFiles }, { qemuConsole }] = await Promise.all([
    import('../host/approver.ts'),
    import('../host/log-files.ts'),
    import('../qemu/console.ts'),
  ]);
  return {
    approver: terminalApprover({ input: stdin, output: stderr, signal }),
    manifests: manifestFiles(stdin),
    logs: createLogFiles(),
    scripts: createScriptFiles(),
    console: qemuConsole({ input: stdin, output: stdout }),
  };
}

/** A home that is set and empty is a script's accident, and what `purge` deletes must not hang on one. */
function layoutOf({ env, global, cwd }: Pick<World, 'env' | 'global' | 'cwd'>): Result<Layout> {
  if (global.home === null && env['PADDOCK_HOME'] === '') {
    return fail(failure('usage_error', { problem: 'PADDOCK_HOME is set but empty; unset it or name a folder' }));
  }
  return createLayout({ env, home: global.home, cwd, uid: process.getuid?.() ?? 0 });
}

function recordOf(layout: Layout): Pick<CliPorts, 'identifiers' | 'processes' | 'store'> {
  const identifiers = createIdentifiers();
  const processes = createProcesses();
  return { identifiers, processes, store: createStateStore({ layout, version, identifiers, processes }) };
}

function hostFacts({ env }: World) {
  return {
    searchPath: searchPath(env['PATH']),
    platform: process.platform === 'darwin' ? 'darwin' : 'linux',
    arch: process.arch === 'arm64' ? 'arm64' : 'amd64',
  } as const;
}
