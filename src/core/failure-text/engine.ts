import type { FailureTexts } from '../failure-class.ts';
import type { EngineFailures } from '../failure/engine.ts';
import { displaySize } from '../display-size.ts';
import { actingNext, standingWords } from './standing-words.ts';

/** The command that goes on with what was begun on a node. */
const finishing: ReadonlyMap<string | null, string> = new Map([
  ['creation', 'up'],
  ['recreate', 'recreate'],
  ['destruction', 'destroy'],
]);

export const engineTexts = {
  evidence_unknown: {
    class: 'integrity',
    left: 'unknown',
    message: (f) => `node ${f.node}: cannot tell whether its VM runs (${f.why}: ${f.detail}), so it is left alone`,
    next: (f) => [['status', f.node]],
  },
  vm_of_other_home: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: ${f.detail}, so it is left alone; it can only be used from there, until it is stopped there`,
  },
  image_chain_broken: {
    class: 'integrity',
    left: 'known',
    message: (f) => `node ${f.node}: root disk ${f.problem}, so it is left alone`,
  },
  node_file_missing: {
    class: 'integrity',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: ${f.file} is missing or no regular file, so it is not started; put it back, or ${
        f.helps === 'recreate' ? 'recreate the node' : 'destroy the node and make it again'
      }`,
    next: (f) => (f.helps === null ? [] : [[f.helps, f.node]]),
  },
  retained_incompatible: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: the disk kept for ${f.path} ${f.problem}; ${f.remedy}, and ${
        f.deletedWith === 'its_node'
          ? 'destroy --delete-persistent deletes it with its node'
          : 'only destroy --delete-persistent, which ends every node, deletes it'
      }`,
  },
  disk_space_short: {
    class: 'resource',
    left: 'nothing',
    message: (f) =>
      `file system at ${f.mountPoint}: ${displaySize(f.freeBytes)} free, at least ${displaySize(f.neededBytes)} needed`,
  },
  memory_short: {
    class: 'resource',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: vm_mem = ${displaySize(f.memoryBytes)} is more than the ${displaySize(f.totalBytes)} that this host has`,
  },
  vm_not_running: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: its VM is not running${finishing.has(f.begun) ? `, and its ${f.begun ?? ''} was begun and has not ended` : ''}${standingWords(f.standing)}`,
    next: (f) => actingNext(f.standing, [[finishing.get(f.begun) ?? 'start', f.node]]),
  },
  no_deployment: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `${f.command}: there is no deployment yet`,
    // For one that stops there is nothing to do: what it means may stand in another home.
    next: (f) => [[f.command === 'stop' ? 'status' : 'up']],
  },
  nothing_desired: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `${f.command}: no manifest here and nothing was applied before`,
    next: () => [['init']],
  },
  image_too_large: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      `node ${f.node}: vm_disk = ${displaySize(f.diskBytes)} is smaller than image ${f.image}, at least ${displaySize(f.imageBytes)}`,
  },
  user_data_absent: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `${f.nodes.join(', ')}: the user-data file that was agreed to is not at hand; run it with the manifest that names the file as it was`,
  },
} satisfies FailureTexts<EngineFailures>;
