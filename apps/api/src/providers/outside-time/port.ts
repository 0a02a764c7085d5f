/** The sandbox vendors' state for a business: when they act next, and whether all webhooks so far are delivered. */
export type OutsideMoment = { nextAt: Date | null; isQuiet: boolean };

/** Makes the sandbox vendors follow the clock of a business. Production has no such adapter. */
export type OutsideTime = {
  /** Runs everything that the vendors do until `now`. Repeating a call is harmless. */
  moveTo(businessId: string, now: Date): Promise<OutsideMoment>;
};
