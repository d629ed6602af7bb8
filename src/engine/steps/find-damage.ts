import type { DiskFinding } from '../../core/guest/disk-findings.ts';
import type { SetUpEnd } from '../../core/guest/read-set-up.ts';
import { resetProblem } from '../../core/disk/reset-problem.ts';
import { chainProblem } from '../../core/qemu/chain-problem.ts';
import type { ImageFacts } from '../../core/qemu/image-facts.ts';
import { diskSerial } from '../../core/qemu/disk-serial.ts';
import { type NodeContext, recordOf } from '../node-context.ts';

/** What is to become of the disks that the guest has proven to be damaged. One whose snapshots cannot be seen is left alone. */
export async function findDamage(context: NodeContext, damaged: SetUpEnd['damaged']): Promise<readonly DiskFinding[]> {
  const { hypervisor, identifiers, layout } = context.ports;
  const { spec, parts } = recordOf(context);
  const found = await Promise.all(
    damaged.map(async ({ serial, proof }): Promise<readonly DiskFinding[]> => {
      const disk = spec.disks.find(({ id }) => diskSerial(id, identifiers.sha256) === serial);
      const file = parts.find((part) => part.kind === 'data_disk' && part.disk === disk?.id)?.file;
      if (disk === undefined || file === undefined || file === null) return [];
      const image = await hypervisor.inspectImage(layout.absolute(file));
      const problem = image.ok ? imageProblem(image.value) : 'its image on the host cannot be read';
      return [{ disk: disk.id, proof: problem === null ? proof : null, problem }];
    }),
  );
  return found.flat();
}

function imageProblem(facts: ImageFacts): string | null {
  const altered = chainProblem(facts, null);
  return altered === null ? resetProblem(facts.snapshots) : `its image on the host ${altered}`;
}
