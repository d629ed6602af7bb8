/** What Linux takes as one word of a program: 32 pages, with the byte that ends it. ssh gets the command as one. */
export const mostWordBytes = 131_071;

/** dropbear hangs up on a longer command (its MAX_CMD_LEN) without a word about why. */
const mostDropbearBytes = 9_000;

/** No server that introduces itself takes less. */
export const alwaysTakenBytes = mostDropbearBytes;

/** The longest command that an ssh server takes, by what it introduces itself as. */
export function mostCommandBytes(introduction: string | null): number {
  return introduction?.includes('dropbear') === true ? mostDropbearBytes : mostWordBytes;
}
