import type { OfferStep } from "../offers/steps.ts";
import type { LoanApplicationState } from "./loan-application.ts";
import type { Standing } from "./where-it-stands.ts";

/** The states of an application in the partner API. */
export const publicApplicationStatuses = [
  "UNDER_REVIEW",
  "INPUT_REQUIRED",
  "AWAITING_MARKUP",
  "OFFERED",
  "CLOSING",
  "SIGNED",
  "FUNDED",
  "DECLINED",
  "OFFERS_EXPIRED",
  "EXPIRED",
  "INCOMPLETE",
  "WITHDRAWN",
] as const;
export type PublicApplicationStatus = (typeof publicApplicationStatuses)[number];

const byState: Record<Exclude<LoanApplicationState, "WAITING_FOR_ACCEPTANCE">, PublicApplicationStatus> = {
  ASSIGN_TO_CAPITAL_PROVIDER: "UNDER_REVIEW",
  UNASSIGNED: "UNDER_REVIEW",
  CREATE_OFFERS: "UNDER_REVIEW",
  WAITING_FOR_PLATFORM_MARKUP: "AWAITING_MARKUP",
  CLOSE_LOAN: "SIGNED",
  OPERATIONAL_LOAN: "FUNDED",
  NO_OFFERS: "DECLINED",
  EXPIRED: "EXPIRED",
  LOAN_APPLICATION_INCOMPLETE: "INCOMPLETE",
  LOAN_APPLICATION_WITHDRAWN: "WITHDRAWN",
};

const byStep: Partial<Record<OfferStep, PublicApplicationStatus>> = {
  DISPLAY_OFFERS: "OFFERED",
  OFFERS_EXPIRED: "OFFERS_EXPIRED",
  OFFER_ACCEPTED: "SIGNED",
};

/** What a partner is told about where an application stands. While it is reviewed, open inputs are what it waits for. */
export function toApplicationStatus({ status, offerStep }: Standing, hasOpenInputs: boolean): PublicApplicationStatus {
  if (status === "WAITING_FOR_ACCEPTANCE") return byStep[offerStep] ?? "CLOSING";
  const told = byState[status];
  return told === "UNDER_REVIEW" && hasOpenInputs ? "INPUT_REQUIRED" : told;
}
