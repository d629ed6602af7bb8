import { unfinishedRestores } from '../disk/unfinished-restores.ts';
import { type Failure, failure } from '../failure.ts';
import type { NodeName } from '../names.ts';
import { fail, ok, type Result } from '../result.ts';
import type { NodeRecord, StateDocument } from '../state/document.ts';
import type { Authorized, Grant } from './grant.ts';
import { recordedOrder } from './recorded-order.ts';
import { selectNodes } from './select-nodes.ts';

export type StateCommand = 'start' | 'stop' | 'restart' | 'destroy' | 'purge';

export interface AuthorizeStateRequest {
  readonly command: StateCommand;
  readonly document: StateDocument | null;
  /** Names as typed, or null for the whole deployment. */
  readonly scope: readonly string[] | null;
  readonly force: boolean;
  /** Whole deployment only; `purge` implies it. */
  readonly deletePersistent: boolean;
}

type Life = NodeRecord['life'];
type StateAuthority =
  | { readonly grant: 'start' | 'stop' | 'restart' | 'destroy' }
  | { readonly refuse: 'not_created' | 'destruction_unfinished' }
  | { readonly nothing: 'to do' };

const nothing = { nothing: 'to do' } as const;
const stop = { grant: 'stop' } as const;
const destroy = { grant: 'destroy' } as const;
const notCreated = { refuse: 'not_created' } as const;
const halfDestroyed = { refuse: 'destruction_unfinished' } as const;

/** What the commands that read no manifest may do with a recorded life. A begun destruction is finished by `destroy`; ending its VM works for it. */
export const stateAuthorityTable = {
  start: { creating: notCreated, committed: { grant: 'start' }, destroying: halfDestroyed, destroyed: notCreated },
  // A creation or a destruction that broke off may have left a VM: stopping it is allowed, starting it is not.
  stop: { creating: stop, committed: stop, destroying: stop, destroyed: nothing },
  restart: { creating: notCreated, committed: { grant: 'restart' }, destroying: halfDestroyed, destroyed: notCreated },
  destroy: { creating: destroy, committed: destroy, destroying: destroy, destroyed: nothing },
  purge: { creating: destroy, committed: destroy, destroying: destroy, destroyed: nothing },
} as const satisfies { readonly [C in StateCommand]: { readonly [L in Life]: StateAuthority } };

/**
 * What a command that goes by the record may do: for every node or for none. Without names it means the nodes that exist;
 * a name may also be that of a destroyed node, so that finishing twice is no mistake.
 */
export function authorizeState(request: AuthorizeStateRequest): Result<readonly Authorized<Grant>[]> {
  const { command, scope, document } = request;
  const misused = wholeOnly(request);
  if (misused.length > 0) return fail(...misused);
  const records = recordedOrder(document);
  const selected = selectNodes(scope, { nodes: records, skipped: [] });
  if (!selected.ok) return selected;
  const chosen = records.filter(({ name, life }) => selected.value?.includes(name) ?? life !== 'destroyed');
  const judged = chosen.map((record): Judged => ({ record, authority: stateAuthorityTable[command][record.life] }));
  const failures = [...refusals(judged), ...protectedNodes(judged, request), ...halfRestored(judged, request)];
  if (failures.length > 0) return fail(...failures);
  const grants = judged.flatMap(({ record, authority }) => grantOf(record.name, authority, request));
  return ok([...grants, ...wholeGrants(request)]);
}

/** What a command may do beyond the nodes that exist. */
function wholeGrants({ command, document, deletePersistent }: AuthorizeStateRequest): readonly Authorized<Grant>[] {
  if (command === 'purge') return [authorized({ kind: 'purge', node: null })];
  const hasRetained = (document?.retained ?? []).length > 0;
  if (command !== 'destroy' || !deletePersistent || !hasRetained) return [];
  return [authorized({ kind: 'delete_retained', node: null })];
}

interface Judged {
  readonly record: NodeRecord;
  readonly authority: StateAuthority;
}

function wholeOnly({ command, scope, deletePersistent }: AuthorizeStateRequest): readonly Failure[] {
  if (scope === null) return [];
  if (command === 'purge') return [failure('whole_only', { command, option: null })];
  return deletePersistent ? [failure('whole_only', { command, option: '--delete-persistent' })] : [];
}

function refusals(judged: readonly Judged[]): readonly Failure[] {
  return (['not_created', 'destruction_unfinished'] as const).flatMap((reason): readonly Failure[] => {
    const refused = judged.filter(({ authority }) => 'refuse' in authority && authority.refuse === reason);
    return refused.length > 0
      ? [
          refusal(
            reason,
            refused.map(({ record }) => record.name),
          ),
        ]
      : [];
  });
}

function refusal(reason: 'not_created' | 'destruction_unfinished', nodes: readonly NodeName[]): Failure {
  return reason === 'not_created' ? failure(reason, { nodes, hindered: [] }) : failure(reason, { nodes });
}

function protectedNodes(judged: readonly Judged[], { command, document }: AuthorizeStateRequest): readonly Failure[] {
  const nodes = judged
    .filter(({ authority }) => 'grant' in authority && authority.grant === 'destroy')
    .map(({ record }) => record.name)
    .filter((name) => document?.deployment?.applied[name]?.protect === true);
  return nodes.length > 0 ? [failure('node_protected', { nodes, command })] : [];
}

/** A disk that is kept must not be forgotten to be half restored: only a node can have its restore finished. */
function halfRestored(
  judged: readonly Judged[],
  { command, deletePersistent }: AuthorizeStateRequest,
): readonly Failure[] {
  if (command !== 'destroy' || deletePersistent) return [];
  return judged
    .filter(({ record }) => record.life === 'committed')
    .flatMap(({ record }) => unfinishedRestores(record))
    .flatMap((each) => (each.persistent ? [each.failure] : []));
}

function grantOf(
  node: NodeName,
  authority: StateAuthority,
  request: AuthorizeStateRequest,
): readonly Authorized<Grant>[] {
  if (!('grant' in authority)) return [];
  const { command, force, deletePersistent } = request;
  switch (authority.grant) {
    case 'start':
    case 'restart':
      return [authorized({ kind: authority.grant, node })];
    case 'stop':
      return [authorized({ kind: 'stop', node, force })];
    case 'destroy':
      return [authorized({ kind: 'destroy', node, force, deletePersistent: deletePersistent || command === 'purge' })];
  }
}

function authorized(grant: Grant): Authorized<Grant> {
  return grant as Authorized<Grant>;
}
