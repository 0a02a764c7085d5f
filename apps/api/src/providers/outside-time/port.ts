/** What the outside says about the time of a business: when it will do something next, and whether it has told us everything so far. */
export type OutsideMoment = { nextAt: Date | null; isQuiet: boolean };

/** The outside world follows the clock of a business, in the sandbox. In production nobody tells it the time. */
export type OutsideTime = {
  /** Lets the outside do everything up to `now`. Saying the same again is harmless. */
  moveTo(businessId: string, now: Date): Promise<OutsideMoment>;
};
