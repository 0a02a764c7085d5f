import { addBankingDays } from "../calendar/banking-day.ts";
import { dateAt } from "../calendar/business-date.ts";
import { clock, easternInstant } from "../calendar/eastern-time.ts";
import type { SigningStatus } from "../documents/signing.ts";
import { lifecycle } from "../flow/lifecycle.ts";

/**
 * A change of who signs an agreement and guarantees it. The credit was decided with the person who is replaced or removed, so staff confirm
 * it or refuse it, and until then no agreement is presented.
 */
export const coSignerChangeLifecycle = lifecycle("co-signer change", {
  begins: { REQUESTED: "PENDING" },
  moves: { PENDING: { CONFIRMED: "CONFIRMED", REFUSED: "REFUSED" }, CONFIRMED: {}, REFUSED: {} },
  ends: ["CONFIRMED", "REFUSED"],
});
export type CoSignerChangeStatus = (typeof coSignerChangeLifecycle.states)[number];

export const coSignerChanges = ["REPLACE", "REMOVE"] as const;
export type CoSignerChange = (typeof coSignerChanges)[number];

/** Why the primary owner decides about a co-owner whose signature is missing. */
export const missingSignatures = ["UNANSWERED", "DECLINED"] as const;
export type MissingSignature = (typeof missingSignatures)[number];

type Signature = {
  /** The latest agreement, and whether the primary owner has signed it. */
  agreement: { status: SigningStatus; isSignedByPrimary: boolean };
  hasSigned: boolean;
  /** They had not answered until the last day of their latest reminders. */
  isUnanswered: boolean;
};

/** Why the primary owner can decide about a co-owner now. Null: the co-owner has signed, or has time. */
export function whyDecide({ agreement, hasSigned, isUnanswered }: Signature): MissingSignature | null {
  if (hasSigned || !agreement.isSignedByPrimary) return null;
  if (agreement.status === "DECLINED") return "DECLINED";
  // After a decision about one owner the agreement is voided, and the others who have not signed can still be decided about.
  const isPending = canWait(agreement) || agreement.status === "VOIDED";
  return isPending && isUnanswered ? "UNANSWERED" : null;
}

/** Waiting is for a signature that can still be given. An agreement that has ended is presented again instead. */
export const canWait = ({ status }: { status: SigningStatus }): boolean => status === "SENT" || status === "VIEWED";

const endOfWork = clock(17, 0);

/** Staff decide about a change within one banking day. */
export const coSignerChangeDueAt = (requestedAt: Date): Date =>
  easternInstant(addBankingDays(dateAt(requestedAt), 1), endOfWork);
