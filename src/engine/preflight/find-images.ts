import { failure, type Failure } from '../../core/failure.ts';
import type { NodeName } from '../../core/names.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { NodeSpec } from '../../core/spec/node-spec.ts';
import type { StoredImage } from '../../ports/image-store.ts';
import type { EnginePorts } from '../engine-ports.ts';
import type { Needs } from './findings.ts';

/** Finds and verifies the base image of every node to create; nodes that share an image share the work. */
export async function findImages(
  ports: EnginePorts,
  needs: Needs,
): Promise<Result<ReadonlyMap<NodeName, StoredImage>>> {
  const bySelector = new Map<string, Result<StoredImage>>();
  for (const selector of new Set(needs.creates.map((spec) => spec.image))) {
    bySelector.set(selector, await findImage(ports, selector, needs.arch));
  }
  const failures = [...bySelector.values()].flatMap((each) => (each.ok ? [] : each.failures));
  const images = new Map<NodeName, StoredImage>();
  for (const spec of needs.creates) {
    const found = bySelector.get(spec.image);
    if (found?.ok !== true) continue;
    images.set(spec.name, found.value);
    failures.push(...sizeProblems(spec, found.value));
  }
  return failures.length === 0 ? ok(images) : fail(...failures);
}

async function findImage(ports: EnginePorts, selector: string, arch: 'amd64' | 'arm64'): Promise<Result<StoredImage>> {
  const found = await ports.images.resolve(selector, arch);
  if (!found.ok) return found;
  const verified = await ports.images.verify(found.value);
  return verified.ok ? found : verified;
}

function sizeProblems(spec: NodeSpec, image: StoredImage): readonly Failure[] {
  if (spec.rootDiskBytes >= image.virtualSizeBytes) return [];
  return [
    failure('image_too_large', {
      node: spec.name,
      image: image.alias,
      imageBytes: image.virtualSizeBytes,
      diskBytes: spec.rootDiskBytes,
    }),
  ];
}
