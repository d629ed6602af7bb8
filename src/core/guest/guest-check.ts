import { instanceIdFile } from './judge-guest.ts';
import { readMarker, type ReadyMarker } from './ready-marker.ts';

/** Where a guest keeps its own record of how far it was set up. */
const markerFile = '/var/lib/paddock/ready';

const who = `read -r id <${instanceIdFile} || [ -n "$id" ] || exit 1; echo "$id"; cat /proc/mounts ${markerFile} 2>/dev/null`;

/** Some shells know the time by themselves, as seconds with a point or a comma in them; a program start costs an emulated guest tens of ms. */
const when = 'case $EPOCHREALTIME in [1-9]*) echo "${EPOCHREALTIME%[.,]*}" ;; *) date +%s ;; esac';

/** For a shell of the login user: prints the instance id, what is mounted, the marker and the time. */
export const guestCheck = `${who}; ${when}`;

/** One login tells all: the words for it. */
export const guestCheckCommand: readonly string[] = ['sh', '-c', guestCheck];

export interface GuestCheck {
  readonly instanceId: string;
  readonly mountPoints: readonly string[];
  readonly marker: ReadyMarker | null;
  /** Seconds since 1970 by the guest's clock; null when it did not say. */
  readonly guestSeconds: number | null;
}

export function readGuestCheck(stdout: string): GuestCheck {
  const [instanceId = '', ...lines] = stdout.trimEnd().split('\n');
  const time = lines.at(-1) ?? '';
  const rest = lines.slice(0, -1);
  const start = rest.findIndex((line) => line.startsWith('paddock-marker '));
  const mounts = start === -1 ? rest : rest.slice(0, start);
  return {
    instanceId: instanceId.trim(),
    mountPoints: mounts.flatMap((line) => line.split(' ')[1] ?? []),
    marker: start === -1 ? null : readMarker(rest.slice(start)),
    guestSeconds: /^\d+$/u.test(time) ? Number(time) : null,
  };
}
