import { type Failure, failure } from '../../failure.ts';
import type { Envelope, RuntimePolicy } from '../../spec/envelope.ts';
import { subnetOf } from '../../spec/ipv4.ts';
import { normaliseImage } from '../../spec/normalise-image.ts';
import type { AssignmentOf, Manifest } from '../manifest.ts';
import type { VariableName } from '../variables.ts';
import { defaultImage } from './resolve-image.ts';
import { type SharingNode, sharedValue } from './shared-value.ts';

/** What all nodes share; a node that differs is reported. */
export function resolveEnvelope(
  manifest: Manifest,
  shared: {
    readonly address: string;
    readonly nodes: readonly SharingNode[];
    readonly report: (failure: Failure) => void;
  },
): { readonly envelope: Envelope; readonly runtime: RuntimePolicy } {
  const user = sharedValue('node_admin_username', 'dba', shared);
  checkUserId(user, shared);
  return {
    envelope: {
      subnet: subnetOf(shared.address),
      user,
      arch: sharedValue('vm_arch', 'native', shared),
      image: envelopeImage(manifest),
    },
    runtime: { accel: sharedValue('vm_accel', 'auto', shared), network: sharedValue('vm_network', 'user', shared) },
  };
}

// A version next to a selector that takes none has its complaint from every node that inherits both.
function envelopeImage(manifest: Manifest): string {
  const selector = varOfAll(manifest, 'vm_image')?.value ?? defaultImage;
  return normaliseImage(selector, varOfAll(manifest, 'vm_version')?.value ?? null);
}

function varOfAll<V extends VariableName>(manifest: Manifest, name: V): AssignmentOf<V> | undefined {
  // The filter is by name, which decides the type of the value.
  return manifest.groups.get('all')?.vars.find((assignment) => assignment.name === name) as AssignmentOf<V> | undefined;
}

/** The guest gives `dba` the uid 88 and every other user the next free one, so no other number can be kept. */
function checkUserId(
  user: string,
  shared: { readonly nodes: readonly SharingNode[]; readonly report: (failure: Failure) => void },
): void {
  const uid = sharedValue('node_admin_uid', null, shared);
  const [first] = shared.nodes;
  const written = first?.vars.get('node_admin_uid');
  if (first === undefined || written === undefined || uid === null || (user === 'dba' && uid === 88)) return;
  const rule = user === 'dba' ? 'the uid of dba is 88' : `the uid of ${user} is given by the guest, leave it out`;
  const { at, shown } = written;
  shared.report(failure('bad_user_id', { at, subject: first.name, variable: 'node_admin_uid', shown, rule }));
}
