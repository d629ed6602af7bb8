declare const brand: unique symbol;

/** Marks a value as having passed the one place that is allowed to make it; the mark exists only for the compiler. */
export interface Brand<Name extends string> {
  readonly [brand]: Name;
}
