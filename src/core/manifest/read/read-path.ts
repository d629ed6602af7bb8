import { failure } from '../../failure.ts';
import type { YamlNode } from '../yaml/node.ts';
import { type ReadContext, aboutNode } from './read-context.ts';
import { readText } from './read-text.ts';

/**
 * A path of a file as the manifest names it, from its own folder on or absolute. A control character or half a character
 * reaches no file, or makes of one line in an answer two.
 */
export function readFilePath(node: YamlNode, context: ReadContext): string | undefined {
  const text = readText(node, context);
  if (text === undefined || (text !== '' && !text.endsWith('/') && !unpassable.test(text))) return text;
  const rule = unpassable.test(text)
    ? 'a path has no control characters and no half characters, for example user-data.yml'
    : 'a path of a file, for example user-data.yml';
  context.report(failure('bad_path', { ...aboutNode(node, context), rule }));
  return undefined;
}

const unpassable = /[\p{Cc}\p{Cs}]/u;

/** A clean absolute path: no empty, `.` or `..` part, no `/` at the end, no control characters. */
export function readAbsolutePath(node: YamlNode, context: ReadContext, example: string): string | undefined {
  const text = readText(node, context);
  if (text === undefined) return undefined;
  if (text === '/' || /^(?:\/(?!\.{1,2}(?:\/|$))[^/\p{Cc}\p{Cs}]+)+$/u.test(text)) return text;
  const rule = `an absolute path without . .. // or a / at the end, for example ${cleaned(text) ?? example}`;
  context.report(failure('bad_path', { ...aboutNode(node, context), rule }));
  return undefined;
}

function cleaned(text: string): string | null {
  if (!text.startsWith('/') || unpassable.test(text)) return null;
  const parts = text.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || parts.includes('..') ? null : `/${parts.join('/')}`;
}

/** Folders of a guest that it needs to start, and paddock's own there: nothing may be mounted in, on or above them. */
export const systemFolders: readonly string[] = [
  '/etc',
  '/usr',
  '/var/lib/paddock',
  '/bin',
  '/boot',
  '/dev',
  '/lib',
  '/lib64',
  '/proc',
  '/run',
  '/sbin',
  '/sys',
];

/** True after reporting that the path is one of these folders, above one or inside one. */
export function refuseSystemPath(
  node: YamlNode,
  context: ReadContext,
  { path, folders }: { readonly path: string; readonly folders: readonly string[] },
): boolean {
  const folder =
    path === '/'
      ? '/'
      : folders.find((taken) => path === taken || path.startsWith(`${taken}/`) || taken.startsWith(`${path}/`));
  if (folder === undefined) return false;
  context.report(failure('forbidden_path', { ...aboutNode(node, context), folder }));
  return true;
}
