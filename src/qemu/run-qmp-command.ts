import { failure } from '../core/failure.ts';
import { type Failed, type Result, fail, ok } from '../core/result.ts';
import type { VmTarget } from '../ports/hypervisor.ts';
import { identify } from './ask-identity.ts';
import { type QmpClient, openQmp } from './qmp-client.ts';
import type { QmpTrouble } from './qmp-trouble.ts';

/** Opens a monitor of this VM and makes sure that it is this VM, then hands the conversation over and closes it. */
export async function withVm<T>(
  target: VmTarget,
  socket: string,
  talk: { readonly limitMs: number; readonly then: (client: QmpClient) => Promise<Result<T>> },
): Promise<Result<T>> {
  const opened = await openQmp(socket, talk.limitMs);
  if (!opened.ok) return troubleOf(target.name, 'hello', opened.trouble);
  try {
    const who = await identify(opened.value, target, talk.limitMs);
    if (who.qmp === 'silent') return fail(failure('vm_unreachable', { node: target.name, detail: who.detail }));
    if (who.qmp !== 'ours') return fail(failure('identity_mismatch', { node: target.name, detail: who.detail }));
    return await talk.then(opened.value);
  } finally {
    opened.value.close();
  }
}

/** One command to a VM that has been identified. */
export async function runQmpCommand(
  client: QmpClient,
  command: string,
  to: { readonly node: string; readonly limitMs: number; readonly arguments?: object },
): Promise<Result<unknown>> {
  const { node, ...request } = to;
  const answer = await client.execute(command, request);
  return answer.ok ? ok(answer.value) : troubleOf(node, command, answer.trouble);
}

function troubleOf(node: string, command: string, trouble: QmpTrouble): Failed {
  const { detail } = trouble;
  if (trouble.kind === 'refused') return fail(failure('vm_refused', { node, command, detail }));
  if (trouble.kind === 'outcome_unknown') return fail(failure('vm_outcome_unknown', { node, command, detail }));
  return fail(failure('vm_unreachable', { node, detail: `${trouble.phase}: ${detail}` }));
}
