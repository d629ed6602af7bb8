import type { OperationReport } from '../core/report/operation-report.ts';
import type { Result } from '../core/result.ts';
import { changeState } from './change-state.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { StateRequest } from './request.ts';

/** Starts what is stopped, by what is applied; the manifest is not read. */
export function start(ports: EnginePorts, request: StateRequest): Promise<Result<OperationReport>> {
  return changeState(ports, { command: 'start', request, confirm: null });
}

/** Stops what runs. A VM counts as stopped only when its process is proven gone. */
export function stop(ports: EnginePorts, request: StateRequest): Promise<Result<OperationReport>> {
  return changeState(ports, { command: 'stop', request, confirm: null });
}

/** Stops and starts the same VMs: same UUID, same disks. Everything that a start needs is checked before the stop. */
export function restart(ports: EnginePorts, request: StateRequest): Promise<Result<OperationReport>> {
  return changeState(ports, { command: 'restart', request, confirm: null });
}
