import type { FailureTexts } from '../failure-class.ts';
import type { StateFailures } from '../failure/state.ts';
import { isAdoptable, unregisteredDiskWords, unregisteredWords } from '../state/unregistered.ts';

export const stateTexts = {
  state_stale: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `the state moved on while this command was preparing version ${String(f.version)}`,
  },
  state_not_durable: {
    class: 'runtime',
    left: 'known',
    message: (f) => `${f.folder}: the record could not be made durable (${f.problem}), so nothing is started on it`,
  },
  state_damaged: {
    class: 'integrity',
    left: 'nothing',
    message: (f) =>
      `${f.file}: does not read (${f.problem}), so nothing is changed; ${
        f.lastGood === null
          ? 'no earlier version reads either'
          : `the last good version is ${f.lastGood}; recover --adopt goes on from that one and from what is there`
      }`,
    // Without a version that reads, status may meet the same.
    next: (f) => (f.lastGood === null ? [['recover', '--adopt']] : [['recover', '--adopt'], ['status']]),
  },
  state_newer_schema: {
    class: 'integrity',
    left: 'nothing',
    message: (f) =>
      `${f.file}: written by paddock ${f.writtenBy} in a newer format, which this one neither changes nor adopts anything over: use paddock ${f.writtenBy} or newer for that; status, ssh and stop work here too`,
    next: () => [['status']],
  },
  fenced: {
    class: 'conflict',
    left: 'known',
    message: (f) =>
      `another command took over the deployment (epoch ${String(f.epoch)}), so this one stopped at its next barrier`,
  },
  deployment_busy: {
    class: 'conflict',
    left: 'nothing',
    message: (f) =>
      `${f.command} (pid ${String(f.pid)}) has held the deployment since ${f.since}; waited ${String(Math.round(f.waitedMs / 1000))} s`,
  },
  owner_unverifiable: {
    class: 'integrity',
    left: 'nothing',
    message: (f) =>
      `${f.command} (pid ${String(f.pid)}) took the deployment at ${f.since} on another machine or in another pid namespace, and whether it still runs cannot be told from here; if you know that it does not, recover --accept takes the deployment over`,
  },
  operation_interrupted: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `operation ${f.operationId} (${f.command}) was interrupted: ${f.evidence.join('; ')}`,
    next: (f) => f.next,
  },
  recovery_undecided: {
    class: 'integrity',
    left: 'unknown',
    message: (f) =>
      `operation ${f.operationId} (${f.command}) was interrupted, and what it left cannot be told: ${f.evidence.join('; ')}${f.manual ? '; look yourself, then say so with recover --accept' : ''}`,
    next: () => [['recover', '--dry-run']],
  },
  unregistered_nodes: {
    class: 'integrity',
    left: 'nothing',
    message: (f) =>
      `${f.recordOf === null ? '' : `the record is of deployment ${f.recordOf}, of which nothing is here; `}${f.found.map(unregisteredWords).join('; ')}: made by paddock but in no record, so nothing is changed${whatToDo(f.found)}`,
    next: (f) => (f.found.some(isAdoptable) ? [['recover', '--adopt'], ['status']] : [['status']]),
  },
  unregistered_disks: {
    class: 'integrity',
    left: 'nothing',
    message: (f) =>
      `${f.found.map(unregisteredDiskWords).join('; ')}: kept by an earlier node of that name and in no record, so none is made with an empty disk in its place; take ${f.found.length === 1 ? 'it' : 'them'} into the record again, or move ${f.found.length === 1 ? 'it' : 'them'} out of the home`,
    next: () => [['recover', '--adopt'], ['status']],
  },
  adoption_conflict: {
    class: 'conflict',
    left: 'nothing',
    message: (f) => `nothing is adopted: ${f.problems.join('; ')}; move what is not wanted out of the home`,
    next: () => [['status']],
  },
  operation_unknown: {
    class: 'usage',
    left: 'nothing',
    message: (f) =>
      f.matching.length === 0
        ? `operation ${f.id}: there is none on file`
        : `operation ${f.id}: begins more than one on file: ${f.matching.join(', ')}`,
    next: () => [['history']],
  },
  outcome_unrecorded: {
    class: 'runtime',
    left: 'unknown',
    message: (f) => `step ${f.step} was done, but the record still says that it is running`,
  },
} satisfies FailureTexts<StateFailures>;

function whatToDo(all: StateFailures['unregistered_nodes']['found']): string {
  // What to do about the others stands in the words for each.
  const found = all.filter(({ misplaced }) => misplaced === null);
  const them = found.filter(isAdoptable).length === 1 ? 'it' : 'them';
  const adopt = `put the home's state folder back if it was moved away, or take ${them} into the record again with recover --adopt`;
  const running = found.filter((each) => each.pids.length > 0 && !isAdoptable(each)).flatMap(({ made }) => made ?? []);
  const ending = `save what you need from inside, then end it with stop ${running.map(({ name }) => name).join(' ')}`;
  const unreadable =
    'a folder without a node.json that reads cannot be taken in: put that file back, or move the folder out of the home';
  const words = [
    ...(found.some(isAdoptable) ? [adopt] : []),
    ...(found.some((each) => each.folder !== null && !isAdoptable(each)) ? [unreadable] : []),
    ...(found.some(({ folder }) => folder === null) ? ['what has no folder cannot be taken in'] : []),
    ...(running.length > 0 ? [ending] : []),
  ];
  return words.map((each) => `; ${each}`).join('');
}
