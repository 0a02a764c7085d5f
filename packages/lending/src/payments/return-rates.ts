/** Debits of a platform over sixty days, and how many of them came back. */
export type DebitCounts = {
  debits: number;
  /** Came back with one of the codes for want of permission. */
  unauthorised: number;
  /** Came back because there is no such account. */
  administrative: number;
  /** Came back at all, these two included. */
  returned: number;
};

/** QUIET: nothing to do. ALARM: half of a limit is reached, somebody looks. HOLD: a limit is reached, no new debit goes out. */
export type ReturnRateVerdict = "QUIET" | "ALARM" | "HOLD";

export const returnRateDays = 60;

export const unauthorisedCodes = ["R05", "R07", "R10", "R11", "R29"] as const;
export const administrativeCodes = ["R02", "R03", "R04"] as const;

// The network's limits, in returns per thousand debits. A rate must stay below its limit.
const limitsPerMille = { unauthorised: 5, administrative: 30, returned: 150 } as const;

/** Of fewer debits than this the strictest limit is less than one return, and a rate says nothing yet. */
const judgedFromDebits = 200;

/** What the network would say of these figures, and we say first. Whole numbers throughout: at a limit there is no "nearly". */
export function judgeReturnRates(counts: DebitCounts): ReturnRateVerdict {
  if (counts.debits < judgedFromDebits) return "QUIET";
  const reaches = (parts: number) =>
    (["unauthorised", "administrative", "returned"] as const).some(
      (kind) => counts[kind] * 1000 * parts >= counts.debits * limitsPerMille[kind],
    );
  if (reaches(1)) return "HOLD";
  return reaches(2) ? "ALARM" : "QUIET";
}
