/**
 * What a stored value must look like, checked by hand: a schema library costs a third of Node's own start-up, and every
 * command reads the document. A shape names the first thing that is wrong, or nothing.
 */
export interface Shape<T> {
  /** The first problem as `path: problem`, or null. */
  readonly problem: (value: unknown, path: string) => string | null;
  /** The field may be left out. */
  readonly optional?: true;
  /** Only for the compiler: a shape of one type does not stand in for another. */
  readonly of?: (value: T) => T;
}

type Check = Pick<Shape<unknown>, 'problem' | 'optional'>;

function rule<T>(expected: string, holds: (value: unknown) => boolean): Shape<T> {
  return { problem: (value, path) => (holds(value) ? null : `${path}: is not ${expected}`) };
}

export function text<T extends string = string>(pattern?: {
  readonly matches: RegExp;
  readonly called: string;
}): Shape<T> {
  if (pattern === undefined) return rule('text', (value) => typeof value === 'string');
  return rule(pattern.called, (value) => typeof value === 'string' && pattern.matches.test(value));
}

/** An integer that JSON can hold exactly, not below `min`. */
export function integer(min = 0): Shape<number> {
  return rule(`a whole number from ${String(min)}`, (value) => Number.isSafeInteger(value) && (value as number) >= min);
}

export const flag: Shape<boolean> = rule('true or false', (value) => typeof value === 'boolean');

export const scalar: Shape<string | number | boolean | null> = rule(
  'a plain value',
  (value) => value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value),
);

/** The keys of the table: closed by the compiler, so a word that joins the union must be added here. */
export function oneOf<T extends string>(words: { readonly [W in T]: true }): Shape<T> {
  return rule(
    `one of ${Object.keys(words).join(', ')}`,
    (value) => typeof value === 'string' && Object.hasOwn(words, value),
  );
}

export function exactly<T extends string | number>(wanted: T): Shape<T> {
  return rule(String(wanted), (value) => value === wanted);
}

export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return { problem: (value, path) => (value === null ? null : shape.problem(value, path)) };
}

/** A field that files of before do not have. */
export function optional<T>({ problem }: Shape<T>): Shape<T | undefined> {
  return { problem, optional: true };
}

export function listOf<T>(shape: Shape<T>): Shape<readonly T[]> {
  return once((value, path) => {
    if (!Array.isArray(value)) return `${path}: is not a list`;
    return firstProblem(value.entries(), ([index, entry]) => shape.problem(entry, `${path}[${String(index)}]`));
  });
}

/** A table with free keys of one kind. */
export function tableOf<T>(keys: RegExp, shape: Shape<T>): Shape<{ readonly [key: string]: T }> {
  return once((value, path) => {
    if (!isRecord(value)) return `${path}: is not an object`;
    return firstProblem(Object.entries(value), ([key, entry]) =>
      keys.test(key) ? shape.problem(entry, `${path}.${key}`) : `${path}: has the unknown field ${JSON.stringify(key)}`,
    );
  });
}

type Fields<T> = { readonly [K in keyof T]-?: Shape<T[K]> };

/** Exactly these fields, no others: what this program does not know it must not carry on. */
export function object<T>(fields: Fields<T>): Shape<T> {
  const shapes = Object.entries(fields as { readonly [key: string]: Check });
  return once((value, path) => {
    if (!isRecord(value)) return `${path}: is not an object`;
    const unknown = Object.keys(value).find((key) => !Object.hasOwn(fields, key));
    if (unknown !== undefined) return `${path}: has the unknown field ${JSON.stringify(unknown)}`;
    return firstProblem(shapes, ([key, shape]) =>
      Object.hasOwn(value, key)
        ? shape.problem(value[key], `${path}.${key}`)
        : shape.optional === true
          ? null
          : `${path}: has no ${key}`,
    );
  });
}

/** One of several objects, told apart by `kind`; the table is closed over the kinds by the compiler. */
export function byKind<T extends { readonly kind: string }>(
  shapes: {
    readonly [K in T['kind']]: Shape<Extract<T, { readonly kind: K }>>;
  },
): Shape<T> {
  const table = shapes as { readonly [kind: string]: Check | undefined };
  return {
    problem(value, path) {
      if (!isRecord(value)) return `${path}: is not an object`;
      const kind = value['kind'];
      if (typeof kind !== 'string' || !Object.hasOwn(shapes, kind)) return `${path}.kind: is not known`;
      return table[kind]?.problem(value, path) ?? null;
    },
  };
}

export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Values of a document are never changed, only replaced: what was sound once is not looked into again. */
function once(problem: Check['problem']): Check {
  const sound = new WeakSet();
  return {
    problem(value, path) {
      if (typeof value === 'object' && value !== null && sound.has(value)) return null;
      const found = problem(value, path);
      if (found === null) sound.add(value as object);
      return found;
    },
  };
}

function firstProblem<T>(entries: Iterable<T>, check: (entry: T) => string | null): string | null {
  for (const entry of entries) {
    const problem = check(entry);
    if (problem !== null) return problem;
  }
  return null;
}
