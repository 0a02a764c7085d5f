import { codesFor } from "./return-codes.ts";

/** The debits of a platform, or of all platforms together, over sixty days, and how many of them were returned. */
export type DebitCounts = {
  debits: number;
  /** Returned with a code for an unauthorized debit. */
  unauthorized: number;
  /** Returned because the account is closed or does not exist. */
  administrative: number;
  /** Returned for any reason, including these two. */
  returned: number;
};

/** QUIET: nothing to do. ALARM: half of a limit is reached, staff is alerted. HOLD: a limit is reached, no new debit is submitted. */
export type ReturnRateVerdict = "QUIET" | "ALARM" | "HOLD";

export const returnRateDays = 60;

export const unauthorizedCodes = codesFor("unauthorized_transfer");
export const administrativeCodes = codesFor("closed_account", "invalid_account");

// The network's limits, in returns per thousand debits. A rate must stay below its limit.
const limitsPerMille = { unauthorized: 5, administrative: 30, returned: 150 } as const;

/**
 * With fewer debits the strictest limit is less than one return, so a rate says nothing. The counts that reach the limits at two hundred
 * debits apply instead: an alarm at 1 unauthorized, 3 administrative or 15 returns in all, a hold at 2, 6 or 30.
 */
const judgedFromDebits = 200;

/** Among few debits one return may be a mistake of the account holder: it alarms but holds nothing. */
const leastReturnsToHoldFew = 2;

/** Compares the return rates with the network's limits. Integer arithmetic makes the comparison exact at a limit. */
export function judgeReturnRates(counts: DebitCounts): ReturnRateVerdict {
  const debits = Math.max(counts.debits, judgedFromDebits);
  const reaches = (parts: number, least: number) =>
    (["unauthorized", "administrative", "returned"] as const).some(
      (kind) => counts[kind] >= least && counts[kind] * 1000 * parts >= debits * limitsPerMille[kind],
    );
  if (reaches(1, counts.debits < judgedFromDebits ? leastReturnsToHoldFew : 1)) return "HOLD";
  return reaches(2, 1) ? "ALARM" : "QUIET";
}
