import type { RecoverDocument } from '../core/report/recover-document-schema.ts';
import type { RecoverReport } from '../core/report/recover-report.ts';
import { type Carried, carryOn } from './carry-on.ts';

/** The structured form of what `recover` found. */
export function recoverDocument({ dryRun, operations }: RecoverReport, carried: Carried): RecoverDocument {
  return {
    dryRun,
    operations: operations.map((operation) => ({
      ...operation,
      steps: operation.steps.map((step) => ({
        ...step,
        next: step.next === null ? null : carryOn(step.next, carried),
      })),
    })),
  };
}
