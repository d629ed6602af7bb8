import type { Command } from '../command.ts';
import { diskArguments, diskRequest, snapshotArgument } from '../disk-request.ts';
import { operationOutcome } from '../operation-outcome.ts';
import { yesOption } from '../option-specs.ts';

export const diskDeleteSnapshotCommand: Command = {
  name: 'disk delete-snapshot',
  summary: 'delete a snapshot of a data disk; asks first',
  arguments: [...diskArguments, snapshotArgument],
  options: [yesOption],
  examples: ['paddock disk delete-snapshot meta /data paddock-reset-20260101T120000Z'],
  async run(invocation) {
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { deleteDiskSnapshot } = await import('../../engine/change-disk.ts');
    const ended = await deleteDiskSnapshot(ports.value, diskRequest(invocation));
    return operationOutcome('disk delete-snapshot', ended, invocation);
  },
};
