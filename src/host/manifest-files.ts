import type { Readable } from 'node:stream';
import type { ManifestFiles } from '../ports/manifest-files.ts';
import { readUserData } from './read-user-data.ts';
import { readManifest } from './read-manifest.ts';

/** The manifest from this machine's files, or from the stream that stands for `-`. */
export function manifestFiles(stdin: Readable): ManifestFiles {
  return { read: (wanted) => readManifest(wanted, stdin), readUserData };
}
