/** Who a process is, beyond a number that the kernel reuses. Unknown facts are null and are never taken for a match. */
export interface ProcessIdentity {
  /** `/etc/machine-id`. */
  readonly machineId: string | null;
  /** `/proc/sys/kernel/random/boot_id`. */
  readonly bootId: string | null;
  /** Target of `/proc/self/ns/pid`, for example `pid:[4026531836]`. */
  readonly pidNamespace: string | null;
  readonly pid: number;
  /** Field 22 of `/proc/<pid>/stat`, clock ticks after boot, as text. */
  readonly startTime: string | null;
  /** Target of `/proc/<pid>/exe`. */
  readonly executable: string | null;
  /** SHA-256 over the argv joined by NUL; null for a process that is not a VM of ours. */
  readonly argvSha256: string | null;
}
