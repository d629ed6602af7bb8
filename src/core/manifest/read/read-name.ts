import { failure } from '../../failure.ts';
import type { NodeName } from '../../names.ts';
import { ipv4Octets } from '../../spec/ipv4.ts';
import type { YamlNode } from '../yaml/node.ts';
import { isNodeName, nodeNameRule } from './node-name.ts';
import { type ReadContext, aboutNode } from './read-context.ts';
import { readList } from './read-list.ts';
import { readMatching } from './read-matching.ts';
import { readText } from './read-text.ts';

export function readNodeName(node: YamlNode, context: ReadContext): NodeName | undefined {
  const text = readText(node, context);
  if (text === undefined) return undefined;
  if (isNodeName(text)) return text;
  context.report(failure('bad_node_name', { ...aboutNode(node, context), rule: nodeNameRule(text) }));
  return undefined;
}

/** Login user; `root` is not one: guests keep it locked. */
export function readUserName(node: YamlNode, context: ReadContext): string | undefined {
  const rule = 'a login user is 1–32 of a-z 0-9 _ -, begins with a letter or _ and is not root, for example dba';
  return readMatching(node, context, {
    pattern: /^(?!root$)[a-z_][a-z0-9_-]{0,31}$/,
    refuse: (about) => failure('bad_user_name', { ...about, rule }),
  });
}

export function readAddress(node: YamlNode, context: ReadContext): string | undefined {
  const text = readText(node, context);
  if (text === undefined || ipv4Octets(text) !== null) return text;
  const rule = 'an IPv4 address without leading zeros, for example 10.10.10.10';
  context.report(failure('bad_address', { ...aboutNode(node, context), rule }));
  return undefined;
}

/** Extra names in DNS form, lower case, sorted. */
export function readAliases(node: YamlNode, context: ReadContext): readonly string[] | undefined {
  return readList(node, context, { example: '[db, db.lab]', item: readAlias })?.toSorted();
}

function readAlias(node: YamlNode, context: ReadContext): string | undefined {
  return readMatching(node, context, {
    // The last label holds a letter: resolvers take a name of digits for an address.
    pattern:
      /^(?=.{1,253}$)(?!localhost$)(?=[^]*[a-z][a-z0-9-]*$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    refuse: (about, text) => failure('bad_alias', { ...about, rule: aliasRule(text) }),
  });
}

function aliasRule(text: string): string {
  if (text === 'localhost') return 'localhost is what every guest calls itself, take another name, for example db.lab';
  if (ipv4Octets(text) !== null) return 'an alias is a name and not an address, for example db.lab';
  if (/(?:^|\.)[0-9-]+$/.test(text))
    return 'an alias ends in a label with a letter in it: resolvers take digits there for an address, for example db.lab';
  return 'an alias is a name in lower-case DNS form, for example db.lab';
}
