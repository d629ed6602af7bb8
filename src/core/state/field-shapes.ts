import type { Instant, NodeName, SpecHash, Uuid } from '../names.ts';
import type { PortForward } from '../spec/envelope.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { integer, nullable, object, text, type Shape } from './shape.ts';

/** Keys of tables by node name. */
export const nodeNamePattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const nodeName: Shape<NodeName> = text({ matches: nodeNamePattern, called: 'a node name' });

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const uuid: Shape<Uuid> = text({ matches: uuidPattern, called: 'a UUID in lower case' });

export const instant: Shape<Instant> = text({
  matches: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  called: 'a UTC time',
});

export const specHash: Shape<SpecHash> = text({ matches: /^[0-9a-f]{64}$/, called: 'a SHA-256 in lower case' });

/**
 * A path below the home: no root, no step upwards, nothing that a path would normalise away. The document decides which
 * files are removed, so a path that leads out of the home must not read.
 */
export const homePath: Shape<string> = text({
  matches: /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^/\0]+(?:\/[^/\0]+)*$/,
  called: 'a path below the home',
});

export const processIdentityShape = object<ProcessIdentity>({
  machineId: nullable(text()),
  bootId: nullable(text()),
  pidNamespace: nullable(text()),
  // Zero and below address whole process groups.
  pid: integer(1),
  startTime: nullable(text()),
  executable: nullable(text()),
  argvSha256: nullable(text()),
});

export const forwardShape: Shape<PortForward> = object({
  hostAddress: text(),
  hostPort: integer(),
  guestPort: integer(),
});
