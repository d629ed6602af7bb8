import { Document, Scalar, visit } from 'yaml';
import { acting } from './acting.ts';
import { escapeQuoted } from './escape-quoted.ts';

/** A result as one YAML document. What a guest wrote may stand in it, and people look at it on a terminal. */
export function yamlText(document: unknown): string {
  const drawn = new Document(document);
  visit(drawn, {
    Scalar(_, scalar) {
      // Only double quotes know escapes.
      if (typeof scalar.value === 'string' && scalar.value.search(acting) !== -1) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeQuoted(drawn.toString());
}
