import type { Failure } from '../../core/failure.ts';
import type { NodeRecord } from '../../core/state/document.ts';
import { isDiskPart } from '../../core/state/is-disk-part.ts';
import type { EnginePorts } from '../engine-ports.ts';
import { inspectDisks } from '../steps/inspect-disks.ts';
import type { Check } from './findings.ts';

/** What a start would refuse of a disk is found while the machine still runs. */
export const checkDisks: Check = {
  name: 'disks',
  needs: 'disks that may be started from again, of every machine that is stopped first',
  run: async (ports, { restarts }) => (await Promise.all(restarts.map((record) => checkNode(ports, record)))).flat(),
};

async function checkNode(ports: EnginePorts, record: NodeRecord): Promise<readonly Failure[]> {
  // A life that was only begun has not all of its disks yet, and is looked at when it starts.
  if (record.parts.some((part) => isDiskPart(part) && part.state !== 'complete')) return [];
  const looked = await inspectDisks({ name: record.name, ports }, record);
  // A file that is gone and a tool that is not there have complaints of their own.
  const isOurs = ({ reason }: Failure) => reason === 'data_disk_broken' || reason === 'image_chain_broken';
  return looked.ok ? [] : looked.failures.filter(isOurs);
}
