import type { BusinessDate } from "../calendar/business-date.ts";
import { type ChecklistItem, currentStep } from "../flow/checklist.ts";
import { doesIdentityHold } from "../identity/inquiry.ts";

/** The facts that decide the closing steps of a selected offer. */
export type Closing = {
  /** The entity type and its tax number are on file. */
  hasTaxId: boolean;
  hasVerifiedPersonalPhone: boolean;
  identityApprovedOn: BusinessDate | null;
  /** Confirmed for this application, not for an earlier one. */
  hasConfirmedPrimaryBankAccount: boolean;
  hasSignedAgreements: boolean;
};

/** The agreement prints the tax id, the verified signer and the account, so it comes last. */
export const closingSteps = [
  "COLLECT_TAX_ID",
  "COLLECT_PERSONAL_PHONE_NUMBER",
  "COLLECT_PERSONA",
  "SELECT_PRIMARY_BANK_ACCOUNT",
  "COLLECT_LEGAL_AGREEMENTS",
] as const;
export type ClosingStep = (typeof closingSteps)[number];

type Facts = Closing & { today: BusinessDate };

const isOpen: Record<ClosingStep, (facts: Facts) => boolean> = {
  COLLECT_TAX_ID: (facts) => !facts.hasTaxId,
  COLLECT_PERSONAL_PHONE_NUMBER: (facts) => !facts.hasVerifiedPersonalPhone,
  COLLECT_PERSONA: ({ identityApprovedOn, today }) => !doesIdentityHold(identityApprovedOn, today),
  SELECT_PRIMARY_BANK_ACCOUNT: (facts) => !facts.hasConfirmedPrimaryBankAccount,
  COLLECT_LEGAL_AGREEMENTS: (facts) => !facts.hasSignedAgreements,
};

const checklist: readonly (ChecklistItem<Facts> & { step: ClosingStep })[] = closingSteps.map((step) => ({
  step,
  applies: isOpen[step],
}));

/** The first open closing step. The offer is accepted when none is open. */
export const nextClosing = (closing: Closing, today: BusinessDate): ClosingStep | "OFFER_ACCEPTED" =>
  currentStep(checklist, { ...closing, today }, new Set<ClosingStep>()) ?? "OFFER_ACCEPTED";

/** The event that completes each closing step. */
export const closingEvents = {
  COLLECT_TAX_ID: "TAX_ID_COLLECTED",
  COLLECT_PERSONAL_PHONE_NUMBER: "PERSONAL_PHONE_NUMBER_COLLECTED",
  COLLECT_PERSONA: "PERSONA_COLLECTED",
  SELECT_PRIMARY_BANK_ACCOUNT: "PRIMARY_BANK_ACCOUNT_SELECTED",
  COLLECT_LEGAL_AGREEMENTS: "LEGAL_AGREEMENTS_COLLECTED",
} as const satisfies Record<ClosingStep, string>;

export const isClosingStep = (step: string): step is ClosingStep => (closingSteps as readonly string[]).includes(step);
