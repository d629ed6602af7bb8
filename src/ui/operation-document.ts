import type { OperationReport } from '../core/report/operation-report.ts';
import type { Carried } from './carry-on.ts';
import { failureDocument } from './failure-document.ts';

/** The structured form of what a mutating command did. */
export function operationDocument(report: OperationReport, carried: Carried): object {
  return {
    ...report,
    failures: report.failures.map(({ node, stage, failure }) => ({
      node,
      stage,
      ...failureDocument(failure, carried),
    })),
  };
}
