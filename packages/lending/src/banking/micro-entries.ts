import { addBankingDays } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate } from "../calendar/business-date.ts";
import { lifecycle } from "../flow/lifecycle.ts";
import { add, type Cents, cents } from "../money/cents.ts";
import { type FailureReason, reachedTheBank } from "../payments/failure-reason.ts";
import type { PaymentDirection } from "../payments/payment-order.ts";

const cancelled = { CANCELLED: "CANCELLED" } as const;

/**
 * One verification of a typed bank account by micro-entries. The states are the words of Modern Treasury and Plaid, the events our own.
 * CREATED waits until the account may receive the entries, PENDING_VERIFICATION for the owner. CANCELLED: the account was removed, or staff
 * decided about it first.
 */
export const microEntryLifecycle = lifecycle("micro-entry verification", {
  begins: { ACCOUNT_ADDED: "CREATED" },
  moves: {
    CREATED: { SENT: "SENT", REFUSED: "FAILED", EXPIRED: "EXPIRED", ...cancelled },
    SENT: { CREDITS_SETTLED: "PENDING_VERIFICATION", ENTRY_FAILED: "FAILED", ...cancelled },
    PENDING_VERIFICATION: {
      CONFIRMED: "VERIFIED",
      TRIED_WRONG: ["PENDING_VERIFICATION", "FAILED"],
      ENTRY_FAILED: "FAILED",
      EXPIRED: "EXPIRED",
      ...cancelled,
    },
    VERIFIED: {},
    FAILED: {},
    EXPIRED: {},
    CANCELLED: {},
  },
  ends: ["VERIFIED", "FAILED", "EXPIRED", "CANCELLED"],
});
export type MicroEntryStatus = (typeof microEntryLifecycle.states)[number];

export const microEntryLimits = {
  /** The network's limit: a credit micro-entry is below one dollar. */
  mostCents: 99,
  tries: 3,
  confirmWithinBankingDays: 10,
  remindAfterBankingDays: 5,
  /** An account that is neither authorized nor screened within these days is not verified any more. */
  sendWithinDays: 30,
  /** Verifications that are sent for one business within these days. More would be guesses, or entries to accounts of other people. */
  verifications: 3,
  verificationDays: 30,
} as const;

export type MicroEntryAmounts = readonly [Cents, Cents];

/** A random integer from 0 up to and not including `below`, each equally likely. */
export type RandomBelow = (below: number) => number;

/** Two different amounts of 1 to 99 cents, each pair equally likely. */
export function chooseAmounts(random: RandomBelow): MicroEntryAmounts {
  const { mostCents } = microEntryLimits;
  const first = 1 + random(mostCents);
  // The second is one of the other amounts: those from the first one on move up by one.
  const other = 1 + random(mostCents - 1);
  return [cents(first), cents(other < first ? other : other + 1)];
}

/** The debit that takes the credits back. The network does not allow it to exceed them. */
export const debitOf = ([first, second]: MicroEntryAmounts): Cents => add(first, second);

const areTheSame = (sent: MicroEntryAmounts, typed: readonly [number, number]): boolean =>
  (sent[0] === typed[0] && sent[1] === typed[1]) || (sent[0] === typed[1] && sent[1] === typed[0]);

/** The outcome of one try, of which `triesMade` were made before. The two amounts may be typed in any order. */
export function tryAmounts(
  sent: MicroEntryAmounts,
  typed: readonly [number, number],
  triesMade: number,
): { event: "CONFIRMED" | "TRIED_WRONG"; status: "VERIFIED" | "PENDING_VERIFICATION" | "FAILED"; triesLeft: number } {
  const triesLeft = Math.max(0, microEntryLimits.tries - triesMade - 1);
  if (triesMade >= microEntryLimits.tries) return { event: "TRIED_WRONG", status: "FAILED", triesLeft };
  if (areTheSame(sent, typed)) return { event: "CONFIRMED", status: "VERIFIED", triesLeft };
  return { event: "TRIED_WRONG", status: triesLeft === 0 ? "FAILED" : "PENDING_VERIFICATION", triesLeft };
}

/** The last day on which the amounts can be confirmed. */
export const confirmBy = (settledOn: BusinessDate): BusinessDate =>
  addBankingDays(settledOn, microEntryLimits.confirmWithinBankingDays);

export const remindOn = (settledOn: BusinessDate): BusinessDate =>
  addBankingDays(settledOn, microEntryLimits.remindAfterBankingDays);

/** The last day on which the entries can be sent. */
export const sendBy = (addedOn: BusinessDate): BusinessDate => addDays(addedOn, microEntryLimits.sendWithinDays);

/** Whether a business that has had this many verifications sent within thirty days may have another. */
export const mayVerifyAgain = (sentLately: number): boolean => sentLately < microEntryLimits.verifications;

/** Whether the owner may have two new amounts sent after a verification with this outcome, while the account itself is not rejected. */
export const mayRestart = (status: MicroEntryStatus): boolean => status === "EXPIRED" || status === "FAILED";

/**
 * What an entry that failed says about its account. Only the answer of a bank says anything. A debit that lacked funds does not: the
 * account exists, and its bank has booked the entry.
 */
export const accountAfterFailedEntry = (entry: {
  direction: PaymentDirection;
  reason: FailureReason;
  achCode: string | null;
}): "PENDING" | "FAILED" => {
  if (entry.direction === "INCOMING" && entry.reason === "insufficient_funds") return "PENDING";
  if (entry.achCode === null && entry.reason === "unexpected_error") return "PENDING";
  return reachedTheBank(entry.reason) ? "FAILED" : "PENDING";
};

/** Micro-entries that were sent and returned over sixty days, and those not settled yet. The network asks every originator to watch both. */
export type MicroEntryCounts = { sent: number; returned: number; unsettled: number };

const alarms = { returned: 3, returnedPerMille: 100, unsettled: 500 } as const;

/** Whether staff must look at the micro-entries: too many come back, or more are under way than ordinary sign-ups explain. */
export const areMicroEntriesUnusual = ({ sent, returned, unsettled }: MicroEntryCounts): boolean =>
  unsettled > alarms.unsettled || (returned >= alarms.returned && returned * 1000 >= sent * alarms.returnedPerMille);
