import type { Failure } from '../../failure.ts';
import type { AboutValue } from '../../failure/manifest/value.ts';
import type { Place } from '../yaml/line-index.ts';
import type { YamlNode } from '../yaml/node.ts';
import { showNode } from './show-node.ts';

/** What a reader of one value knows about its surroundings. A reader returns undefined when it has reported. */
export interface ReadContext {
  readonly subject: string;
  readonly variable: string;
  readonly place: Place;
  readonly report: (failure: Failure) => void;
}

/** The front half of every complaint about this value. */
export function aboutNode(node: YamlNode, context: ReadContext): AboutValue {
  return {
    at: context.place(node.offset),
    subject: context.subject,
    variable: context.variable,
    shown: showNode(node),
  };
}

/** The same surroundings, one step deeper: `[0]` or `.size`. */
export function deeper(context: ReadContext, step: string): ReadContext {
  return { ...context, variable: `${context.variable}${step}` };
}
