/** Longest usable path of a Unix socket in bytes: `sun_path` has 108 on Linux (unix(7)), one of them the final NUL. */
export const socketPathLimit = 107;
