import { ok } from '../../core/result.ts';
import { deploymentOf, recordOf } from '../node-context.ts';
import type { Effect } from './effect.ts';

/** Writes node.json: who this folder belongs to, before anything else stands in it. */
export const writeNodeRecord: Effect<'write_node_record'> = async (context, running) => {
  const record = recordOf(context);
  const json = JSON.stringify(
    { format: 1, deploymentId: deploymentOf(context).id, uuid: record.uuid, name: record.name, spec: record.spec },
    null,
    2,
  );
  const { layout, nodeFiles } = context.ports;
  const written = await nodeFiles.writeNodeRecord(running, layout.absolute(record.folder), `${json}\n`);
  return written.ok ? ok({}) : written;
};
