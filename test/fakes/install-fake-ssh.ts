import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Puts an `ssh` into a folder that answers for the guest of a fake QEMU, which has none: whatever it is to run, it prints
 * the UUID that the connection is pinned to, as a guest does that is asked for its instance id.
 */
export function installFakeSsh(folder: string): void {
  const script = `#!/bin/sh
for word in "$@"; do case "$word" in HostKeyAlias=*) echo "\${word#HostKeyAlias=}"; exit 0;; esac; done
exit 255
`;
  writeFileSync(join(folder, 'ssh'), script, { mode: 0o755 });
}
