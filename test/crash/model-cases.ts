import type { Result } from '../../src/core/result.ts';
import { destroy, purge } from '../../src/engine/destroy.ts';
import type { EnginePorts } from '../../src/engine/engine-ports.ts';
import { restart, start, stop } from '../../src/engine/start-stop.ts';
import { converge } from '../../src/engine/converge.ts';
import { bringUp, type Lab, oneNode, stateRequest, twoNodes, upRequest } from '../engine/lab.ts';

/** A command that is to be killed on the model host. Every mutating command has a row, and nothing else to do for it. */
export interface ModelCase {
  readonly name: string;
  /** Brings a fresh lab to where the command begins. */
  readonly before: (it: Lab) => Promise<unknown>;
  readonly run: (ports: EnginePorts) => Promise<Result<{ readonly status: string }>>;
  /** Reasons with which the next run may end where the killed one had finished everything. */
  readonly finished?: readonly string[];
}

const nothing = () => Promise.resolve();

export const modelCases: readonly ModelCase[] = [
  { name: 'up', before: nothing, run: (ports) => converge(ports, upRequest(twoNodes)) },
  {
    name: 'start',
    before: async (it) => {
      await bringUp(it, twoNodes);
      await stop(it.ports, stateRequest());
    },
    run: (ports) => start(ports, stateRequest()),
  },
  { name: 'stop', before: (it) => bringUp(it, twoNodes), run: (ports) => stop(ports, stateRequest()) },
  { name: 'restart', before: (it) => bringUp(it, twoNodes), run: (ports) => restart(ports, stateRequest()) },
  {
    name: 'reload',
    before: (it) => bringUp(it, twoNodes),
    run: (ports) => converge(ports, upRequest(twoNodes, { command: 'reload' })),
  },
  {
    name: 'recreate',
    before: (it) => bringUp(it, oneNode),
    run: (ports) => converge(ports, upRequest(oneNode, { command: 'recreate' })),
  },
  { name: 'destroy', before: (it) => bringUp(it, twoNodes), run: (ports) => destroy(ports, stateRequest()) },
  {
    name: 'purge',
    before: (it) => bringUp(it, twoNodes),
    run: (ports) => purge(ports, stateRequest()),
    // Killed after its last commit it has left nothing to purge.
    finished: ['no_deployment'],
  },
];
