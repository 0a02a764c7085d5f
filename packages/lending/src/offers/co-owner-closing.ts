import type { BusinessDate } from "../calendar/business-date.ts";
import { type ChecklistItem, currentStep } from "../flow/checklist.ts";
import { doesIdentityHold } from "../identity/inquiry.ts";

/** The facts that decide what a co-owner does for a chosen offer. */
export type CoOwnerClosing = { identityApprovedOn: BusinessDate | null; hasSigned: boolean };

export const coOwnerClosingSteps = ["COLLECT_PERSONA", "COLLECT_LEGAL_AGREEMENTS"] as const;
export type CoOwnerClosingStep = (typeof coOwnerClosingSteps)[number];

type Facts = CoOwnerClosing & { today: BusinessDate };

/** Whoever has signed is done. */
const checklist: readonly (ChecklistItem<Facts> & { step: CoOwnerClosingStep })[] = [
  {
    step: "COLLECT_PERSONA",
    applies: ({ identityApprovedOn, hasSigned, today }) => !hasSigned && !doesIdentityHold(identityApprovedOn, today),
  },
  { step: "COLLECT_LEGAL_AGREEMENTS", applies: ({ hasSigned }) => !hasSigned },
];

/** The first open step of a co-owner, once the primary owner has signed. */
export const nextCoOwnerClosing = (
  closing: CoOwnerClosing,
  today: BusinessDate,
): CoOwnerClosingStep | "OFFER_ACCEPTED" =>
  currentStep(checklist, { ...closing, today }, new Set<CoOwnerClosingStep>()) ?? "OFFER_ACCEPTED";
