import type { SigningStatus } from "../documents/signing.ts";

/** What was disclosed about an offer at the chosen amount, and how far its agreement is. */
export type SigningProgress = {
  /** What the law of the state requires before the agreement. Null: no form applies to the amount. */
  required: "SIGNED" | "DELIVERED" | null;
  /** The form that was made last. Null: none was made. */
  disclosure: {
    /** Made for the chosen amount, with the terms of the offer and the form as they are now. */
    isCurrent: boolean;
    deliveredAt: Date | null;
    signedAt: Date | null;
  } | null;
  /** The signing of the agreement at the chosen amount. Null: it was not opened. */
  agreement: { status: SigningStatus; openedAt: Date } | null;
};

/** In the order in which the documents are delivered and signed. */
export const signingSteps = ["DELIVER_DISCLOSURE", "SIGN_DISCLOSURE", "SIGN_AGREEMENT", "NOTHING"] as const;
export type NextToSign = (typeof signingSteps)[number];

/** An agreement never stands in for its disclosure: as long as one is missing, it comes next, whatever has become of the agreement. */
export function nextToSign({ required, disclosure, agreement }: SigningProgress): NextToSign {
  if (required !== null) {
    if (!disclosure?.isCurrent || disclosure.deliveredAt === null) return "DELIVER_DISCLOSURE";
    if (required === "SIGNED" && disclosure.signedAt === null) return "SIGN_DISCLOSURE";
  }
  return agreement?.status === "COMPLETED" ? "NOTHING" : "SIGN_AGREEMENT";
}

/** The closing check DISCLOSURE_SIGNED_BEFORE_AGREEMENT: everything is signed, and the form was complete before the agreement was opened. */
export function isDisclosedBeforeAgreement(progress: SigningProgress): boolean {
  const { required, disclosure, agreement } = progress;
  if (nextToSign(progress) !== "NOTHING" || !agreement) return false;
  if (required === null) return true;
  const completeAt = required === "SIGNED" ? disclosure?.signedAt : disclosure?.deliveredAt;
  return completeAt !== null && completeAt !== undefined && completeAt <= agreement.openedAt;
}
