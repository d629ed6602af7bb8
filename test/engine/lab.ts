import type { Result } from '../../src/core/result.ts';
import type { ResolvedDeployment } from '../../src/core/manifest/resolved-deployment.ts';
import { parseManifest } from '../../src/core/manifest/parse-manifest.ts';
import { resolveManifest } from '../../src/core/manifest/resolve-manifest.ts';
import type { OperationReport } from '../../src/core/report/operation-report.ts';
import type { PlannedRequest, StateRequest } from '../../src/engine/request.ts';
import { converge } from '../../src/engine/converge.ts';
import { createMemoryStore, type MemoryStore } from '../fakes/memory-store.ts';
import { modelHost, type ModelHost } from '../fakes/model-host.ts';
import { modelPorts, type ModelPorts } from '../fakes/model-ports.ts';

export interface Lab {
  readonly host: ModelHost;
  readonly store: MemoryStore;
  readonly ports: ModelPorts;
}

export function lab(): Lab {
  const host = modelHost();
  const store = createMemoryStore();
  return { host, store, ports: modelPorts(host, { store }) };
}

const meta = `
all:
  vars: { vm_image: local-mini, vm_cpu: 1, vm_mem: 256MiB, vm_disk: 1GiB }
  hosts:
    10.10.10.10:
      nodename: meta
      vm_disks: [{ path: /data, size: 1GiB, persistent: true }]
`;

export const oneNode = meta;
export const twoNodes = `${meta}    10.10.10.11: { nodename: node-1, vm_disks: [] }\n`;

export function resolved(text: string): ResolvedDeployment {
  const manifest = parseManifest(text, 'paddock.yml');
  const deployment = manifest.ok ? resolveManifest(manifest.value) : manifest;
  if (!deployment.ok) throw new Error(JSON.stringify(deployment.failures));
  return deployment.value;
}

export function upRequest(text: string | null, changes: Partial<PlannedRequest> = {}): PlannedRequest {
  return {
    command: 'up',
    desired: text === null ? null : resolved(text),
    source: { kind: 'stdin', sha256: '0'.repeat(64) },
    userData: new Map(),
    scope: null,
    expectPlan: null,
    keptInputs: text,
    wait: 'ready',
    onFailure: 'keep',
    yes: true,
    signal: new AbortController().signal,
    ...changes,
  };
}

export function stateRequest(changes: Partial<StateRequest> = {}): StateRequest {
  return {
    scope: null,
    force: false,
    yes: true,
    deletePersistent: false,
    expectPlan: null,
    signal: new AbortController().signal,
    ...changes,
  };
}

export async function bringUp(it: Lab, text: string): Promise<OperationReport> {
  return valueOf(await converge(it.ports, upRequest(text)));
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failures));
  return result.value;
}

export function reasonsOf(result: Result<unknown>): readonly string[] {
  return result.ok ? [] : result.failures.map((each) => each.reason);
}
