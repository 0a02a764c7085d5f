/** Somebody who opens the help window. */
export type Asker = {
  userId: string;
  /** The business that they stand in, so that whoever helps knows which one is meant. */
  businessId: string;
  name: string | null;
  email: string | null;
};

export type Support = {
  /** Tells the help window who is asking. It is believed for a few minutes; a window that stays open asks for another one. */
  tokenFor(asker: Asker, now: Date): Promise<string>;
};
