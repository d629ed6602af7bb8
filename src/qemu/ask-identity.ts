import { readIdentity, readStatus } from '../core/qemu/qmp-facts.ts';
import type { QmpEvidence } from '../core/recovery/evidence.ts';
import { openQmp, type QmpClient } from './qmp-client.ts';
import type { QmpTrouble } from './qmp-trouble.ts';

export interface ExpectedVm {
  readonly uuid: string;
  readonly name: string;
}

export interface IdentityAnswer {
  readonly qmp: QmpEvidence;
  /** True while no guest instruction runs. */
  readonly paused: boolean;
  /** For people. */
  readonly detail: string;
}

/** Asks a monitor who it is, all within `limitMs`. Changes nothing. */
export async function askIdentity(socket: string, expected: ExpectedVm, limitMs: number): Promise<IdentityAnswer> {
  const deadline = performance.now() + limitMs;
  const opened = await openQmp(socket, limitMs);
  if (!opened.ok) return answerOf(opened.trouble);
  try {
    return await identify(opened.value, expected, Math.max(1, deadline - performance.now()));
  } finally {
    opened.value.close();
  }
}

/** The same, on a conversation that is already open. */
export async function identify(client: QmpClient, expected: ExpectedVm, limitMs: number): Promise<IdentityAnswer> {
  const uuid = await client.execute('query-uuid', { limitMs });
  if (!uuid.ok) return answerOf(uuid.trouble);
  const name = await client.execute('query-name', { limitMs });
  if (!name.ok) return answerOf(name.trouble);
  const status = await client.execute('query-status', { limitMs });
  if (!status.ok) return answerOf(status.trouble);
  const identity = readIdentity(uuid.value, name.value);
  const state = readStatus(status.value);
  if (identity === null || state === null)
    return { qmp: 'error_reply', paused: false, detail: 'replies that are not QEMU’s' };
  if (identity.uuid !== expected.uuid || identity.name !== expected.name) {
    const who = `${identity.name ?? 'a VM without a name'} (${identity.uuid})`;
    return { qmp: 'other_uuid', paused: false, detail: `the monitor belongs to ${who}` };
  }
  return { qmp: 'ours', paused: !state.running, detail: state.status };
}

const evidenceOf = {
  no_listener: 'no_listener',
  silent: 'silent',
  outcome_unknown: 'silent',
  // It hung up without a word, as a QEMU does that is about to end.
  closed: 'silent',
  not_qmp: 'error_reply',
  refused: 'error_reply',
} as const satisfies { readonly [K in QmpTrouble['kind']]: QmpEvidence };

/** What a conversation that broke says about the VM behind it. */
export function answerOf(trouble: QmpTrouble): IdentityAnswer {
  return { qmp: evidenceOf[trouble.kind], paused: false, detail: `${trouble.phase}: ${trouble.detail}` };
}
