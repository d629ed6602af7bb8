import * as z from 'zod';

/** A place for a CPU, as `device_add` wants it. */
export interface CpuSlot {
  readonly type: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly isTaken: boolean;
}

const slotsReply = z.array(
  z.object({ type: z.string(), props: z.record(z.string(), z.unknown()), 'qom-path': z.string().optional() }),
);

/** From `query-hotpluggable-cpus`, in the order in which CPUs are to be added; null for a reply that is not QEMU's. */
export function readCpuSlots(reply: unknown): readonly CpuSlot[] | null {
  const slots = slotsReply.safeParse(reply).data;
  if (slots === undefined) return null;
  // QEMU lists the last place first; guests number CPUs in the order of their places.
  return slots
    .map((slot) => ({ type: slot.type, props: slot.props, isTaken: slot['qom-path'] !== undefined }))
    .reverse();
}

/** A virtio-mem device. */
export interface MemoryDevice {
  /** What the guest has taken. */
  readonly sizeBytes: number;
  readonly requestedBytes: number;
  readonly maxBytes: number;
}

const devicesReply = z.array(
  z.object({
    type: z.string(),
    data: z.object({
      id: z.string().optional(),
      size: z.number(),
      'requested-size': z.number().optional(),
      'max-size': z.number().optional(),
    }),
  }),
);

/** From `query-memory-devices`: the device with this id; null when there is none. */
export function readMemoryDevice(reply: unknown, id: string): MemoryDevice | null {
  const device = devicesReply.safeParse(reply).data?.find((one) => one.data.id === id && one.type === 'virtio-mem');
  if (device === undefined) return null;
  const { size, 'requested-size': requested = 0, 'max-size': max = 0 } = device.data;
  return { sizeBytes: size, requestedBytes: requested, maxBytes: max };
}

/** An image that a VM has open. */
export interface LiveImage {
  readonly nodeName: string;
  readonly virtualSizeBytes: number;
}

const blockNodesReply = z.array(
  z.object({
    'node-name': z.string(),
    drv: z.string(),
    image: z.object({ filename: z.string(), 'virtual-size': z.number() }),
  }),
);

/** From `query-named-block-nodes`: the qcow2 image in this file; null when the VM does not have it. */
export function readLiveImage(reply: unknown, file: string): LiveImage | null {
  const nodes = blockNodesReply.safeParse(reply).data ?? [];
  const found = nodes.find((node) => node.drv === 'qcow2' && node.image.filename === file);
  return found === undefined ? null : { nodeName: found['node-name'], virtualSizeBytes: found.image['virtual-size'] };
}
