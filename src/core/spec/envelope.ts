/** What all nodes share and hash: exactly these four. */
export interface Envelope {
  /** The /24 as `a.b.c.0/24`. */
  readonly subnet: string;
  /** Login user of every guest. */
  readonly user: string;
  readonly arch: ArchPolicy;
  /** Default image selector, normalised. */
  readonly image: string;
}

export type ArchPolicy = 'native' | 'amd64' | 'arm64';

/** How the deployment runs; compared, never hashed: another accelerator makes no other machine. */
export interface RuntimePolicy {
  readonly accel: 'auto' | 'kvm' | 'hvf' | 'tcg';
  readonly network: 'user' | 'bridge';
}

/** Everything that all nodes of a deployment have in common. */
export interface SharedPolicy {
  readonly envelope: Envelope;
  readonly runtime: RuntimePolicy;
}

/** Host port to guest port on the management NIC; unhashed, because a live VM can change them. */
export interface PortForward {
  readonly hostAddress: string;
  readonly hostPort: number;
  readonly guestPort: number;
}
