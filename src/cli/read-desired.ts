import { parseManifest } from '../core/manifest/parse-manifest.ts';
import { resolveManifest } from '../core/manifest/resolve-manifest.ts';
import type { ResolvedDeployment } from '../core/manifest/resolved-deployment.ts';
import { withUserData } from '../core/manifest/with-user-data.ts';
import type { PlanSource } from '../core/plan/plan.ts';
import { ok, type Result } from '../core/result.ts';
import type { Invocation } from './command.ts';
import type { ReadingPorts } from './reading-ports.ts';

/** What a manifest asks for and where it came from. */
export interface Desired {
  readonly deployment: ResolvedDeployment;
  readonly source: PlanSource;
  /** Bytes of the user-data files, by their SHA-256. */
  readonly userData: ReadonlyMap<string, Uint8Array>;
}

/** Finds, reads, parses and resolves the manifest: every complaint at once. */
export async function readDesired(
  { manifests }: Pick<ReadingPorts, 'manifests'>,
  { options, cwd }: Pick<Invocation, 'options' | 'cwd'>,
): Promise<Result<Desired>> {
  const read = await manifests.read({ file: fileOption(options), cwd });
  if (!read.ok) return read;
  const { file, path, folder, text, sha256 } = read.value;
  const parsed = parseManifest(text, file);
  if (!parsed.ok) return parsed;
  const resolved = resolveManifest(parsed.value);
  if (!resolved.ok) return resolved;
  const userData = await manifests.readUserData(userDataFiles(resolved.value), folder);
  if (!userData.ok) return userData;
  const source: PlanSource = path === null ? { kind: 'stdin', sha256 } : { kind: 'file', path, sha256 };
  return ok({
    deployment: withUserData(resolved.value, userData.value),
    source,
    userData: new Map([...userData.value.values()].map(({ sha256: digest, bytes }) => [digest, bytes])),
  });
}

/** No manifest: what was applied last stands in, and no file is known. */
export type Applied = Pick<Desired, 'userData'> & {
  readonly deployment: null;
  readonly source: { readonly kind: 'applied' };
};

/**
 * The same, but where nothing was named and nothing is found, and a deployment exists, the applied specs stand in: then
 * `deployment` is null and the source says so.
 */
export async function readDesiredOrApplied(
  ports: Pick<ReadingPorts, 'manifests' | 'store'>,
  invocation: Pick<Invocation, 'options' | 'cwd'>,
): Promise<Result<Desired | Applied>> {
  const desired = await readDesired(ports, invocation);
  if (desired.ok || fileOption(invocation.options) !== null) return desired;
  const absent = desired.failures.every(
    ({ reason }) => reason === 'manifest_not_found' || reason === 'working_directory_gone',
  );
  if (!absent) return desired;
  const document = await ports.store.read();
  if (!document.ok) return document;
  const applied = document.value?.deployment ?? null;
  if (applied === null) return desired;
  return ok({ deployment: null, source: { kind: 'applied' }, userData: new Map() });
}

function fileOption(options: Invocation['options']): string | null {
  const file = options['file'];
  return typeof file === 'string' ? file : null;
}

function userDataFiles({ nodes }: ResolvedDeployment) {
  return nodes.flatMap(({ spec, userDataFile, at }) =>
    userDataFile === null ? [] : [{ node: spec.name, path: userDataFile, at }],
  );
}
