import type { CompletableCoOwnerStep } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import type { CoOwnerAdditionalInput } from "@inlay/lending/onboarding/steps.ts";
import { collectConsent } from "./collect-consent.ts";
import { collectPersonalDetails } from "./collect-personal-details.ts";
import { startFlow } from "./start-flow.ts";
import type { CoOwnerInputHandler, CoOwnerStepHandler } from "./step-handler.ts";
import { verifySecondaryOwnerCreditReportUnlocked } from "./verify-secondary-owner-credit-report-unlocked.ts";
import { verifySecondaryOwnerIdentityInformation } from "./verify-secondary-owner-identity-information.ts";

export const coOwnerHandlers: { [S in CompletableCoOwnerStep]: CoOwnerStepHandler<S> } = {
  START_FLOW: startFlow,
  COLLECT_PERSONAL_DETAILS: collectPersonalDetails,
  COLLECT_CONSENT: collectConsent,
};

export const coOwnerInputHandlers: { [I in CoOwnerAdditionalInput]: CoOwnerInputHandler<I> } = {
  VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION: verifySecondaryOwnerIdentityInformation,
  VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED: verifySecondaryOwnerCreditReportUnlocked,
};
