import { ok } from '../../core/result.ts';
import { nodeRecordText } from '../../core/state/node-record-text.ts';
import { deploymentOf, recordOf } from '../node-context.ts';
import type { Effect } from './effect.ts';

/** Writes node.json: who this folder belongs to, before anything else stands in it. */
export const writeNodeRecord: Effect<'write_node_record'> = async (context, running) => {
  const record = recordOf(context);
  const text = nodeRecordText(record, deploymentOf(context).id);
  const { layout, nodeFiles } = context.ports;
  const written = await nodeFiles.writeNodeRecord(running, layout.absolute(record.folder), text);
  return written.ok ? ok({}) : written;
};
