import { basename } from 'node:path';
import { shareWord } from '../core/share/share-process.ts';
import type { PresentProcess, Processes } from '../ports/processes.ts';

/** The processes that serve this socket now. The word alone is no proof: a shell that looks for it has it too. */
export function serversOfShare(socket: string, processes: Processes): readonly PresentProcess[] {
  return processes.findByArguments([shareWord(socket)]).filter(({ argv, identity }) => {
    const programs = [identity.executable, argv[0]].map((path) => basename(path ?? '').replace(/ \(deleted\)$/u, ''));
    return programs.includes('virtiofsd') || (programs.includes('unshare') && argv.includes('--mount'));
  });
}
