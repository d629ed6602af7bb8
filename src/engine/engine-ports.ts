import type { Approver } from '../ports/approver.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventSink } from '../ports/event-sink.ts';
import type { Guest } from '../ports/guest.ts';
import type { Home } from '../ports/home.ts';
import type { HostResources } from '../ports/host-resources.ts';
import type { Hypervisor } from '../ports/hypervisor.ts';
import type { Identifiers } from '../ports/identifiers.ts';
import type { ImageStore } from '../ports/image-store.ts';
import type { Layout } from '../ports/layout.ts';
import type { NodeFiles } from '../ports/node-files.ts';
import type { Processes } from '../ports/processes.ts';
import type { StateStore } from '../ports/state-store.ts';
import type { WaitingRoom } from '../ports/waiting-room.ts';

/** Everything the engine may reach; built once, in cli/compose.ts. */
export interface EnginePorts {
  readonly version: string;
  readonly layout: Layout;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly processes: Processes;
  readonly resources: HostResources;
  readonly store: StateStore;
  readonly waitingRoom: WaitingRoom;
  readonly nodeFiles: NodeFiles;
  readonly home: Home;
  readonly hypervisor: Hypervisor;
  readonly guest: Guest;
  readonly images: ImageStore;
  readonly events: EventSink;
  readonly approver: Approver;
}
