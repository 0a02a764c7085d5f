import type { BusinessStatus, MissingItem } from "@inlay/contracts/partner/businesses/business.ts";
import { applicationStatus, applicationStatuses } from "@inlay/lending/onboarding/application-status.ts";
import type { OnboardingStep } from "@inlay/lending/onboarding/steps.ts";
import type { Progress } from "../../onboarding/public.ts";

type Code = MissingItem["code"];

/** The missing item that each step means for a partner. Null: the step collects nothing. */
const missingAt: Record<OnboardingStep, { code: Code; message: string } | null> = {
  START_FLOW: null,
  SELECT_PRODUCTS: { code: "PRODUCT_CHOICE", message: "Choose the kind of financing." },
  COLLECT_PERSONAL_DETAILS: { code: "OWNER_DETAILS", message: "Tell us who owns the business." },
  COLLECT_BUSINESS_DETAILS: { code: "BUSINESS_DETAILS", message: "Tell us about the business." },
  COLLECT_PLAID: { code: "BANK_LINK", message: "Connect a bank account." },
  COLLECT_BANK_STATEMENTS: { code: "BANK_STATEMENTS", message: "Upload bank statements." },
  COLLECT_BANK_INFO: { code: "BANK_DETAILS", message: "Enter the details of the bank account." },
  COLLECT_RAILZ: { code: "ACCOUNTING", message: "Connect the accounting, or upload tax returns." },
  COLLECT_BUSINESS_TAX: { code: "TAX_RETURNS", message: "Upload tax returns." },
  COLLECT_EXISTING_DEBT: { code: "DEBTS", message: "List other debts, if there are any." },
  COLLECT_REFINANCE_OPTIONS: { code: "REFINANCE_CHOICE", message: "Choose which debts to refinance." },
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: {
    code: "CO_OWNERS",
    message: "State what each owner owns, and name the other owners, if there are any.",
  },
  COLLECT_CONSENT: { code: "CONSENT", message: "Review and accept the terms." },
  COLLECT_PERSONAL_PLAID: null,
  WAITING_FOR_OFFERS: null,
  REQUEST_ADDITIONAL_USER_INPUT: null,
  ONBOARDING_ERROR: null,
};

/** The onboarding status of a business in the partner API. */
export function statusOf(progress: Progress, hasPrimaryOwner: boolean, createdAt: Date): BusinessStatus {
  const isWaiting = progress.current === "WAITING_FOR_OFFERS";
  const open = progress.plan.filter((step) => !progress.done.has(step)).flatMap((step) => missingAt[step] ?? []);
  const role = hasPrimaryOwner ? [] : [{ code: "ROLE" as const, message: "Choose who owns the business." }];
  const missing = [...role, ...open].map(({ code, message }) => ({
    code,
    from: "PRIMARY_OWNER" as const,
    userId: null,
    message,
    requestedAt: createdAt.toISOString(),
    dueDate: null,
    providedBy: "EMBED" as const,
    component: "application" as const,
    operationId: null,
  }));
  const { status, upToCents } = applicationStatus({
    currentStep: progress.current,
    currentOfferStep: null,
    currentServicingStep: null,
    highestOfferAmountCents: null,
  });
  const countable = progress.plan.filter((step) => missingAt[step]);
  return {
    section: "onboarding",
    state: isWaiting ? "UNDER_REVIEW" : hasPrimaryOwner && !progress.isAtStart ? "IN_PROGRESS" : "NOT_STARTED",
    actionRequired: missing.length > 0,
    actionMessage: missing[0]?.message ?? null,
    label: applicationStatuses[status].label,
    offerUpToCents: upToCents,
    progress: { done: countable.filter((step) => progress.done.has(step)).length, total: countable.length },
    missing,
    products: [],
  };
}
