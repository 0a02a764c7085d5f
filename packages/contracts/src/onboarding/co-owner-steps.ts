import { coOwnerPath, coOwnerSteps } from "@inlay/lending/onboarding/co-owner-plan.ts";
import { coOwnerAdditionalInputs, onboardingWireStep } from "@inlay/lending/onboarding/steps.ts";
import { z } from "zod/mini";
import { addressFields, email, firstName, keptAddress, lastName, settleCountry, ssn, ssnDigits } from "../fields.ts";
import { ownerPhone } from "../phone.ts";
import { step } from "./step.ts";
import { collectConsent } from "./steps/collect-consent.ts";

const personFields = {
  secondaryOwnerFirstName: firstName,
  secondaryOwnerLastName: lastName,
  secondaryOwnerEmail: email,
  secondaryOwnerPhoneNumber: ownerPhone,
  ...addressFields,
};

const startFlow = step({
  screen: z.object({
    businessName: z.nullable(z.string()),
    /** Who named them as a co-owner. */
    invitedBy: z.nullable(z.string()),
    isCreditCheckEnabled: z.boolean(),
  }),
  completion: z.strictObject({}),
});

const collectPersonalDetails = step({
  screen: z.object({
    secondaryOwnerFirstName: z.string(),
    secondaryOwnerLastName: z.string(),
    secondaryOwnerEmail: z.string(),
    secondaryOwnerPhoneNumber: z.nullable(z.string()),
    address: z.nullable(keptAddress),
  }),
  completion: z.strictObject(personFields).check(z.overwrite(settleCountry)),
});

/** The steps that a co-owner completes. */
export const coOwnerStepContracts = {
  START_FLOW: startFlow,
  COLLECT_PERSONAL_DETAILS: collectPersonalDetails,
  COLLECT_CONSENT: collectConsent,
};
export type CompletableCoOwnerStep = keyof typeof coOwnerStepContracts;
export type CoOwnerScreenData<S extends CompletableCoOwnerStep> = z.output<(typeof coOwnerStepContracts)[S]["screen"]>;
export type CoOwnerCompletion<S extends CompletableCoOwnerStep> = z.output<
  (typeof coOwnerStepContracts)[S]["completion"]
>;

/** What answers each thing that may still be asked of a co-owner after consent. */
export const coOwnerInputContracts = {
  VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION: z.strictObject({
    personalStepPayload: collectPersonalDetails.completion,
    ssn,
  }),
  VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED: z.strictObject({}),
};
/** The same on a form, where everything stands side by side and the number is still typed. */
export const coOwnerIdentityForm = z
  .strictObject({ ...personFields, ssn: ssnDigits })
  .check(z.overwrite(settleCountry));

/** What REQUEST_ADDITIONAL_USER_INPUT shows a co-owner. The first is the one to answer; what is known already is shown with it. */
export const coOwnerRequestedInput = z.object({
  subSteps: z.array(z.object({ subStep: z.enum(coOwnerAdditionalInputs) })),
  person: collectPersonalDetails.screen,
});
export type CoOwnerRequestedInput = z.infer<typeof coOwnerRequestedInput>;

/** What WAITING_FOR_OFFERS shows a co-owner: how often a page asks for the report, a second apart, before it lets the person go. */
export const coOwnerWaiting = z.object({ businessName: z.nullable(z.string()), creditReportPolls: z.int() });
export type CoOwnerWaiting = z.infer<typeof coOwnerWaiting>;

/** Where a co-owner stands. Completing a step answers with the same. */
export const coOwnerWorkflow = z.object({
  currentStep: z.enum(coOwnerSteps.map(onboardingWireStep)),
  platformProgramName: z.string(),
  /** Their way without START_FLOW, which the counter leaves out. */
  steps: z.array(z.enum(coOwnerPath.map(onboardingWireStep))),
});
export type CoOwnerWorkflow = z.infer<typeof coOwnerWorkflow>;
