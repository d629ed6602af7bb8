import { doctorDocument } from '../../ui/doctor-document.ts';
import { doctorText } from '../../ui/doctor-text.ts';
import type { Command } from '../command.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'check what this host can do, and say what to do about the rest; changes nothing',
  arguments: [],
  options: [],
  examples: ['paddock doctor', 'paddock doctor --json'],
  async run(invocation) {
    const ports = await invocation.ports();
    if (!ports.ok) return { kind: 'failed', failures: ports.failures, report: null };
    const { doctor } = await import('../../engine/doctor.ts');
    const report = await doctor(ports.value);
    const { carried, colour } = invocation;
    const drawn = { document: doctorDocument(report, carried), text: doctorText(report, { carried, colour }) };
    if (report.ready) return { kind: 'result', exit: 0, ...drawn };
    const missing = report.findings.filter(({ state }) => state === 'missing');
    const failures = missing.flatMap(({ failures: each }) => each);
    return { kind: 'failed', failures, report: { ...drawn, status: 'error' } };
  },
};
