import { failure } from '../../core/failure.ts';
import { fail, ok } from '../../core/result.ts';
import { homePaths } from '../../core/state/home-paths.ts';
import { recordOf } from '../node-context.ts';
import type { Effect } from './effect.ts';

/** A variable store of its own for each node: the guest writes its boot entries there. */
export const createFirmwareVars: Effect<'create_firmware_vars'> = async (context, running) => {
  const template = context.host?.features.firmware?.varsTemplate;
  if (template === undefined) return fail(failure('tool_missing', { tool: 'UEFI firmware', packages: 'ovmf' }));
  const file = context.ports.layout.absolute(homePaths.firmwareVars(recordOf(context).folder));
  const made = await context.ports.nodeFiles.createFirmwareVars(running, file, template);
  return made.ok ? ok({}) : made;
};
