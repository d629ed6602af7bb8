/** How an image may be asked for; see normaliseImage. */
export type ImageSelector =
  | { readonly kind: 'channel'; readonly alias: string; readonly channel: string }
  | { readonly kind: 'version'; readonly alias: string; readonly version: string }
  | { readonly kind: 'local'; readonly name: string };

/** `alias`, `alias:channel`, `alias@version` or `local-…`, or null. */
export function parseImageSelector(text: string): ImageSelector | null {
  if (/^local-[a-z0-9][a-z0-9._-]*$/.test(text)) return { kind: 'local', name: text };
  const match = /^([a-z][a-z0-9]*(?:[._-][a-z0-9]+)*)(?:(:)([a-z][a-z0-9-]*)|(@)([0-9A-Za-z][0-9A-Za-z.+_-]*))?$/.exec(
    text,
  );
  const alias = match?.[1];
  if (match === null || alias === undefined || alias === 'local' || alias.startsWith('local-')) return null;
  if (match[4] !== undefined) return { kind: 'version', alias, version: match[5] ?? '' };
  return { kind: 'channel', alias, channel: match[3] ?? 'stable' };
}

/** One spelling for everything that asks for the same image: `u24` is `u24:stable`; a version prefix follows a `~`, `u24:stable~24.04`. */
export function normaliseImage(selector: ImageSelector, versionPrefix: string | null): string {
  switch (selector.kind) {
    case 'local':
      return selector.name;
    case 'version':
      return `${selector.alias}@${selector.version}`;
    case 'channel':
      return `${selector.alias}:${selector.channel}${versionPrefix === null ? '' : `~${versionPrefix}`}`;
  }
}
