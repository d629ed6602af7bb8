/**
 * How a VM came to its end, where the record says that it runs. `by_guest`: its guest powered it off. `by_signal`: somebody
 * signalled QEMU and it said so. `by_monitor`: it was told to quit by somebody else than Paddock. `killed`: it left all
 * behind and said nothing, as after SIGKILL or a crash. `unexplained`: it ended in order and did not say why.
 */
export type EndingKind = 'by_guest' | 'by_signal' | 'by_monitor' | 'killed' | 'unexplained';

export interface VmEnding {
  readonly kind: EndingKind;
  /** What QEMU itself said, or null. */
  readonly said: string | null;
}

export interface LeftBehind {
  /** What stands in QEMU's log; null when that cannot be read. */
  readonly log: string | null;
  /** A QEMU that ends in order takes its sockets away. */
  readonly sockets: 'there' | 'gone';
}

/** The line that stands in QEMU's log before everything that one launch of it wrote. */
export const launchMark = 'paddock: launches QEMU';

/** The event of `-trace` that tells why QEMU shuts down; builds that cannot write it warn and go on. */
export const shutdownEvent = 'qemu_system_shutdown_request';

/** Numbers of QEMU's ShutdownCause, the same since 5.0; see qapi/run-state.json. */
const causes: { readonly [reason: string]: EndingKind } = { '2': 'by_monitor', '4': 'by_signal', '6': 'by_guest' };

/** How the VM that was last launched with this log ended. Precondition: it is proven gone. */
export function readEnding({ log, sockets }: LeftBehind): VmEnding {
  const lines = (log ?? '').split('\n').map((line) => line.trim());
  const own = lines.slice(lines.lastIndexOf(launchMark) + 1);
  const signal = own.findLast((line) => line.includes('terminating on signal'));
  if (signal !== undefined) return { kind: 'by_signal', said: signal };
  const event = own.findLast((line) => line.includes(shutdownEvent));
  const kind = causes[/reason=(\d+)/u.exec(event ?? '')?.[1] ?? ''];
  if (kind !== undefined) return { kind, said: null };
  if (sockets === 'there') return { kind: 'killed', said: own.findLast((line) => line !== '') ?? null };
  return { kind: 'unexplained', said: null };
}
