import { readFact } from '../../core/guest/read-fact.ts';
import { ok, type Result } from '../../core/result.ts';
import type { VmTarget } from '../../ports/hypervisor.ts';
import { type NodeContext, recordOf } from '../node-context.ts';
import { vmTarget } from '../vm-target.ts';
import type { Effect } from './effect.ts';
import { resizeUnfinished } from './resize-unfinished.ts';
import { runInGuest } from './run-in-guest.ts';

/** A guest takes a CPU within a second; a busy host or software emulation may need more. */
const guestSeconds = 30;

/** Gives a running VM the CPUs that it lacks and has the guest say that it uses them. Both numbers go on record. */
export const plugCpus: Effect<'plug_cpus'> = async (context, running, record) => {
  const { hypervisor, layout } = context.ports;
  const target = vmTarget(layout, recordOf(context));
  const asked = running.cpus;
  const plugged = await hypervisor.plugCpus(running, target);
  const cpus = plugged.ok ? plugged.value.cpus : await countCpus(context, target);
  if (cpus !== null) {
    const known = await record({ outputs: { cpus } });
    if (!known.ok) return known;
  }
  const about = {
    variable: 'vm_cpu',
    asked: String(asked),
    seen: String(cpus ?? 'unknown'),
    restart: 'helps',
  } as const;
  if (!plugged.ok) return resizeUnfinished(context, about, plugged.failures);
  if (plugged.value.cpus > asked) return resizeUnfinished(context, about, 'CPUs are taken away by a restart only');
  const guestCpus = await onlineCpus(context, asked);
  if (!guestCpus.ok) return resizeUnfinished(context, { ...about, seen: 'unknown' }, guestCpus.failures);
  const seen = await record({ outputs: { guestCpus: guestCpus.value } });
  if (!seen.ok) return seen;
  if (guestCpus.value === asked) return ok({});
  const inGuest = { ...about, seen: String(guestCpus.value) };
  return resizeUnfinished(context, inGuest, `its QEMU has ${String(cpus)}, and the guest uses no more of them`);
};

/** What the VM has after a failure, from its other monitor; null when that does not answer either. */
async function countCpus(context: NodeContext, target: VmTarget): Promise<number | null> {
  const facts = await context.ports.hypervisor.inspectVm(target);
  return facts.ok ? facts.value.cpus : null;
}

async function onlineCpus(context: NodeContext, asked: number): Promise<Result<number>> {
  const said = await runInGuest(context, 'online-cpus', {
    arguments: [String(asked), String(guestSeconds)],
    limitMs: (guestSeconds + 60) * 1000,
  });
  return said.ok ? ok(readFact(said.value, 'cpus') ?? 0) : said;
}
