declare const brand: unique symbol;

/** Marks a value as having passed the one place that is allowed to make it; the mark exists only for the compiler. */
export interface Brand<Name extends string> {
  // A key for each name, so that a value can carry several marks.
  readonly [brand]: { readonly [Key in Name]: true };
}
