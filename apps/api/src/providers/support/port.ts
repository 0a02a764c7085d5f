/** A person who opens the help window. */
export type Asker = {
  userId: string;
  /** The reference number of the current business, which the person would give on the phone. */
  reference: string;
  name: string | null;
  email: string | null;
};

export type Support = {
  /**
   * A token that identifies the person to the help window. It is valid for a few minutes; a window that stays open requests another one.
   */
  tokenFor(asker: Asker, now: Date): Promise<string>;
  /** The script that opens the help window of the platform with this key. */
  windowScriptUrl(windowKey: string): string;
};
