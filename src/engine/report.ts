// The report types live in the core, where the views can reach them.
export type { NodeFailure, NodeReport, OperationReport } from '../core/report/operation-report.ts';
export type { NodeStatus, StatusReport } from '../core/report/status-report.ts';
