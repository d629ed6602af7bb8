import type { DoctorReport } from '../core/report/doctor-report.ts';
import type { Carried } from './carry-on.ts';
import { failureDocument } from './failure-document.ts';

/** The structured form of `doctor`. */
export function doctorDocument({ ready, findings }: DoctorReport, carried: Carried) {
  return {
    ready,
    checks: findings.map(({ name, needs, state, saw, failures }) => ({
      ...{ name, needs, state, saw },
      problems: failures.map((each) => {
        const { reason, message, next } = failureDocument(each, carried);
        return { reason, message, next };
      }),
    })),
  };
}
