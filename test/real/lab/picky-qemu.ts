import type { Lab } from './open-lab.ts';
import { installStandInQemu } from './stand-in-qemu.ts';

/** A QEMU that answers questions as the real one does, and dies when it is to run any VM but these. */
export function installPickyQemu(lab: Lab, uuids: readonly string[]): { readonly path: string } {
  return installStandInQemu(lab, 'picky', ({ real }) => {
    const known = uuids.map((uuid) => `*' -uuid ${uuid} '*) exec '${real}' "$@" ;;`).join('\n');
    return `#!/bin/sh
case " $* " in
${known}
*' -uuid '*) echo 'not this one' >&2; exit 3 ;;
*) exec '${real}' "$@" ;;
esac
`;
  });
}
