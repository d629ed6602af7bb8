import { stateSchema } from './document.ts';
import { fromSchema1 } from './upgrades/from-schema-1.ts';

/** A stored value before its shape was looked at. */
export interface Fields {
  readonly [key: string]: unknown;
}

/** From one schema to the next. Pure; what is not as the older schema had it stays, for the shape to refuse. */
type Upgrade = (fields: Fields) => Fields;

/** By the schema that it starts from: every schema before the current one has its row. */
const upgrades: { readonly [from: number]: Upgrade } = { 1: fromSchema1 };

/**
 * The fields of a document of an earlier schema as those of the current one, step by step. What no step starts from comes
 * back as it is. The document on file stays: only a commit writes the new form, see host/keep-older.ts.
 */
export function upgradeFields(fields: Fields): Fields {
  const { schema } = fields;
  const upgrade = typeof schema === 'number' && schema < stateSchema ? upgrades[schema] : undefined;
  if (upgrade === undefined) return fields;
  return upgradeFields({ ...upgrade(fields), schema: (schema as number) + 1 });
}
