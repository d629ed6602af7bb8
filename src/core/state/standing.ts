/**
 * Whether a command may act on what is recorded of a node. `lost`: only once it is taken into a record again, by
 * `recover --adopt`. `newer`: only a newer program, whose record it is.
 */
export type Standing = 'recorded' | 'lost' | 'newer';
