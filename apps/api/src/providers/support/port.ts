/** Somebody who opens the help window. */
export type Asker = {
  userId: string;
  /** The number of the business that they stand in, the one that they would read out on the phone. */
  reference: string;
  name: string | null;
  email: string | null;
};

export type Support = {
  /** Tells the help window who is asking. It is believed for a few minutes; a window that stays open asks for another one. */
  tokenFor(asker: Asker, now: Date): Promise<string>;
  /** What a page loads to open the help window of the platform with this key. */
  windowScriptUrl(windowKey: string): string;
};
