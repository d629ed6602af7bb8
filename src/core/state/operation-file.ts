import type { Operation } from './operation.ts';
import { operationShape } from './operation-shape.ts';

/** An operation from the text of its `operation.json`, or what keeps it from reading. */
export function decodeOperation(text: string): Operation | { readonly problem: string } {
  const value = parseJson(text);
  const problem = operationShape.problem(value, 'operation');
  return problem === null ? (value as Operation) : { problem };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
