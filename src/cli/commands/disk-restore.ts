import type { Command } from '../command.ts';
import { diskArguments, diskRequest, snapshotArgument } from '../disk-request.ts';
import { operationOutcome } from '../operation-outcome.ts';
import { yesOption } from '../option-specs.ts';

export const diskRestoreCommand: Command = {
  name: 'disk restore',
  summary: 'bring back what a snapshot of a data disk holds; keeps what is on it as another, and asks first',
  arguments: [...diskArguments, snapshotArgument],
  options: [yesOption],
  examples: ['paddock disk restore meta /data paddock-reset-20260101T120000Z'],
  async run(invocation) {
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { restoreDisk } = await import('../../engine/change-disk.ts');
    const ended = await restoreDisk(ports.value, diskRequest(invocation));
    return operationOutcome('disk restore', ended, invocation);
  },
};
