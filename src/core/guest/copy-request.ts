import { failure } from '../failure.ts';
import { fail, ok, type Result } from '../result.ts';

/** A copy between this host and one node. Paths are as they were typed, those of the node without its name. */
export interface CopyRequest {
  readonly direction: 'to_node' | 'from_node';
  readonly node: string;
  readonly sources: readonly string[];
  readonly destination: string;
}

/** Reads `SOURCE… DESTINATION`, where `NODE:PATH` is in a node and everything else on this host. */
export function readCopyRequest(words: readonly string[]): Result<CopyRequest> {
  if (words.includes('')) return wrong('a path is empty');
  const places = words.map(placeOf);
  const destination = places.at(-1);
  const sources = places.slice(0, -1);
  const [first] = sources;
  if (destination === undefined || first === undefined) return wrong('name what to copy, then where to');
  if (sources.some((source) => source.node !== first.node)) {
    return wrong('everything to copy must come from one place: this host, or one node');
  }
  if (first.node !== null && destination.node !== null) {
    return wrong('cp goes between this host and one node; from node to node, copy by way of this host');
  }
  const node = first.node ?? destination.node;
  if (node === null)
    return wrong('neither side is in a node: write NODE:PATH for the one that is, for example meta:/tmp');
  return ok({
    direction: first.node === null ? 'to_node' : 'from_node',
    node,
    sources: sources.map((source) => source.path),
    destination: destination.path,
  });
}

/** As scp has it: a colon before the first slash ends the name of a node, so `./a:b` is a file of this host. */
function placeOf(word: string): { readonly node: string | null; readonly path: string } {
  const [, node, path = ''] = /^([^/:]+):([\s\S]*)$/.exec(word) ?? [];
  return node === undefined ? { node: null, path: word } : { node, path };
}

function wrong(problem: string): Result<never> {
  return fail(failure('usage_error', { problem }));
}
