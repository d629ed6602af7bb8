import { failure } from '../../core/failure.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { ActionOf } from '../../core/plan/action.ts';
import type { ShareServer } from '../../core/share/share-server.ts';
import type { ShareSpec } from '../../core/spec/node-spec.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import type { Running } from '../../core/state/running.ts';
import type { ShareWay } from '../../core/share/share-way.ts';
import { unknownVm } from '../../core/recovery/unknown-vm.ts';
import { findShareWay } from '../find-share-way.ts';
import { shareSource } from '../share-source.ts';
import { recordOf, type NodeContext } from '../node-context.ts';
import { shareSockets } from '../share-sockets.ts';
import { vmTarget } from '../vm-target.ts';
import type { RecordFacts } from '../with-running.ts';
import type { Facts } from '../step-run.ts';
import type { Effect } from './effect.ts';

/**
 * Starts a server for each share of a VM that does not run, or records that QEMU is to serve them. Each is recorded as it is known; one that cannot be started
 * ends those before it, and QEMU is not started. The servers of a VM that is there stay as they are.
 */
export const startShares: Effect<'start_shares'> = async (context, running, record) => {
  const { hypervisor, layout } = context.ports;
  const target = vmTarget(layout, recordOf(context));
  const evidence = await hypervisor.observe(target);
  if (evidence.kind === 'unknown') {
    return fail(unknownVm(context.name, evidence));
  }
  if (evidence.kind === 'running') return ok({});
  const sockets = shareSockets(layout, recordOf(context));
  // Of a start that was interrupted, or of a VM that has just ended.
  const ended = await hypervisor.endShares(running, sockets);
  if (!ended.ok) return ended;
  const way = await findShareWay(context.ports, context.host?.features ?? null);
  if (!way.ok) return way;
  if (way.value.way === '9p') return findEach(context, way.value.way);
  const started = await startEach(context, running, { record, sockets, server: way.value.server });
  if (!started.ok) await hypervisor.endShares(running, sockets);
  return started.ok ? ok({ outputs: { way: way.value.way } }) : started;
};

/** QEMU itself serves them, and opens their paths as the next thing. */
async function findEach(context: NodeContext, way: ShareWay): Promise<Result<Facts>> {
  for (const share of recordOf(context).spec.shares) {
    const source = await sameSource(context, share, context.host?.shareSources.get(share.host));
    if (!source.ok) return source;
  }
  return ok({ outputs: { way } });
}

interface Starting {
  readonly record: RecordFacts;
  readonly sockets: readonly string[];
  readonly server: ShareServer;
}

async function startEach(
  context: NodeContext,
  running: Running<ActionOf<'start_shares'>>,
  { record, sockets, server }: Starting,
): Promise<Result<void>> {
  const { hypervisor, layout } = context.ports;
  const { spec, folder } = recordOf(context);
  for (const [index, share] of spec.shares.entries()) {
    const source = await sameSource(context, share, context.host?.shareSources.get(share.host));
    if (!source.ok) return source;
    const launched = await hypervisor.launchShare(running, {
      server,
      source: share.host,
      readonly: share.readonly,
      socket: sockets[index] ?? '',
      logFile: layout.absolute(homePaths.qemuLog(folder)),
    });
    if (!launched.ok) return launched;
    // The server opened the path itself, after it was looked at.
    const served = await sameSource(context, share, source.value);
    if (!served.ok) return served;
    const known = await record({ outputs: { [`server${String(index)}`]: JSON.stringify(launched.value) } });
    if (!known.ok) return known;
  }
  return ok(undefined);
}

/** The source as it is now, which must be the folder that it was. */
async function sameSource(context: NodeContext, share: ShareSpec, before: string | undefined): Promise<Result<string>> {
  const now = await shareSource(context.ports, context.name, share);
  if (!now.ok || before === undefined || now.value === before) return now;
  const problem = 'was replaced by another folder since it was checked';
  return fail(failure('share_source', { node: context.name, source: share.host, problem }));
}
