import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { StatusReport } from '../../src/core/report/status-report.ts';
import type { StateDocument } from '../../src/core/state/document.ts';
import type { Lab } from '../real/lab/open-lab.ts';
import type { ChainLab } from './chain-runner.ts';
import { processesOf } from './processes-of.ts';

/** What matters of a lab between commands. Identifiers, ports and times differ from run to run; what exists does not. */
export async function labState({ lab, env }: ChainLab): Promise<object> {
  const answer = await lab.run(['status', '--json'], { env });
  if (answer.exit !== 0) throw new Error(answer.stderr);
  const { nodes, note, unregistered } = JSON.parse(answer.stdout) as StatusReport;
  const { operation, fence, retained } = newestDocument(lab);
  return {
    nodes: nodes.map(({ name, recorded, observed, cpus, memoryBytes, evidence }) => ({
      ...{ name, recorded, observed, cpus, memoryBytes },
      evidence: evidence.kind,
      paused: evidence.kind === 'running' && evidence.paused,
    })),
    ...{ note, unregistered, operation, owner: fence.owner, retained: retained.map((disk) => disk.path) },
    processes: await settledProcesses(lab.folder),
    files: filesOf(lab.home),
  };
}

/** After a purge there is no home; what it would have said then is that there is nothing. */
function newestDocument(lab: Lab): Pick<StateDocument, 'operation' | 'fence' | 'retained'> {
  return existsSync(join(lab.home, 'state'))
    ? lab.document()
    : { operation: null, fence: { epoch: 0, owner: null }, retained: [] };
}

/** The names of the nodes that have a process, once each; anything else that is still there by its command line. */
async function settledProcesses(folder: string): Promise<readonly string[]> {
  const seen = (): readonly string[] =>
    [...processesOf(folder).values()]
      .map((line) => (/ -uuid /u.exec(line) === null ? line : (/ -name (\S+)/u.exec(line)?.[1] ?? line)))
      .sort();
  // A program that a killed command had started, such as qemu-img, ends by itself.
  for (let round = 0; round < 100 && seen().some((line) => line.includes('/')); round += 1) await sleep(50);
  return seen();
}

function filesOf(home: string): readonly string[] {
  if (!existsSync(home)) return [];
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => !/^(?:state|operations|waiting)\//u.test(name))
    .map((name) => name.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f-]{27})?/gu, 'ID'))
    .sort();
}

/** One process a VM, whatever was killed when. */
export function expectNoTwins({ lab }: Pick<ChainLab, 'lab'>): void {
  const uuids = lab.vms().map(({ uuid }) => uuid);
  expect(new Set(uuids).size).toBe(uuids.length);
}
