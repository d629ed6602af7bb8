import type { StatusReport } from '../core/report/status-report.ts';
import { type Carried, carryOn } from './carry-on.ts';

/** The structured form of what is recorded and what was seen. */
export function statusDocument(report: StatusReport, carried: Carried): object {
  const nodes = report.nodes.map((node) => ({
    ...node,
    resize: node.resize === null ? null : { ...node.resize, next: carryOn(node.resize.next, carried) },
  }));
  return { ...report, nodes };
}
