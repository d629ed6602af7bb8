import type { BannerAnswer } from './look-for-banner.ts';

/** What it means when no ssh server spoke, for people. */
export const silenceWords = {
  refused: 'nothing listens on its ssh port: QEMU is gone',
  closed: 'its ssh port closes connections',
  silent: 'no ssh server has spoken yet',
} as const satisfies { readonly [A in Exclude<BannerAnswer, 'greeted'>]: string };
