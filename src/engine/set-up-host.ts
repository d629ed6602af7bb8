import { failure } from '../core/failure.ts';
import { neededTools, type NeededTool, toolPurposes } from '../core/host/needed-tools.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { SetUpHostReport } from '../core/report/set-up-host-report.ts';
import { askFirst } from './ask-first.ts';
import type { DoctorPorts } from './host-looks/host-look.ts';

export interface SetUpHostRequest {
  /** Also what only `image build debian` needs. */
  readonly everything: boolean;
  readonly dryRun: boolean;
  readonly confirmed: boolean;
  readonly signal: AbortSignal;
}

/** Installs what labs need and this host lacks: announced and confirmed first, and looked for again afterwards. */
export async function setUpHost(ports: DoctorPorts, request: SetUpHostRequest): Promise<Result<SetUpHostReport>> {
  const wanted = neededTools(ports.resources.arch()).filter(
    ({ purpose }) => request.everything || purpose !== 'debian',
  );
  const missing = ports.packages.missing(wanted);
  if (missing.length === 0) return ok({ status: 'nothing_missing', missing, packages: [], command: null });
  const plan = await ports.packages.plan(missing);
  if (!plan.ok) return plan;
  const { packages, command } = plan.value;
  if (request.dryRun) return ok({ status: 'planned', missing, packages, command });
  const asked = request.confirmed ? ok(undefined) : await ask(ports, { missing, command, ...request });
  if (!asked.ok) return asked;
  const { signal } = request;
  ports.events.emit({ kind: 'note', text: command });
  const onLine = (text: string): void => {
    // The line of apt for each package that is in place.
    if (text.startsWith('Setting up ')) ports.events.emit({ kind: 'note', text });
  };
  const installed = await ports.packages.install(missing, { onLine, signal });
  if (!installed.ok) return installed;
  const left = ports.packages.missing(wanted);
  if (left.length > 0) return fail(failure('packages_incomplete', { tools: left.map(({ tool }) => tool) }));
  return ok({ status: 'installed', missing, packages, command });
}

function ask(
  ports: DoctorPorts,
  about: { readonly missing: readonly NeededTool[]; readonly command: string; readonly everything: boolean },
): Promise<Result<void>> {
  return askFirst(ports, {
    lines: [...about.missing.map(missingLine), `will run: ${about.command}`],
    expected: 'yes',
    command: 'setup',
    confirmed: ['setup', ...(about.everything ? ['--all'] : []), '--yes'],
  });
}

function missingLine({ tool, purpose }: NeededTool): string {
  return `missing: ${tool}, for ${toolPurposes[purpose].words}`;
}
