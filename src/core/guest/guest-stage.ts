/** What is done inside a guest once it is ready, in this order; each on its own, so that one that fails stops no other. */
export const guestStages = ['hostname', 'names', 'address', 'time', 'control', 'disks', 'shares', 'user_data'] as const;

export type GuestStage = (typeof guestStages)[number];

export function isGuestStage(word: string | undefined): word is GuestStage {
  return guestStages.some((stage) => stage === word);
}
