import { coOwnerPath, coOwnerSteps } from "@inlay/lending/onboarding/co-owner-plan.ts";
import {
  type CoOwnerAdditionalInput,
  coOwnerAdditionalInputs,
  onboardingWireStep,
} from "@inlay/lending/onboarding/steps.ts";
import { z } from "zod/mini";
import {
  addressFields,
  email,
  firstName,
  keptAddress,
  lastName,
  settleCountry,
  ssn,
  ssnDigits,
} from "../fields/fields.ts";
import { ownerPhone } from "../fields/phone.ts";
import { type StepContract, step } from "./step.ts";
import { collectCoOwnerConsent } from "./steps/collect-consent.ts";

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
    /** The name of the primary owner who named them. */
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
    /** The address was picked from the suggestions. */
    verified: z.boolean(),
  }),
  completion: z.strictObject(personFields).check(z.overwrite(settleCountry)),
});

/** The steps that a co-owner completes. */
export const coOwnerStepContracts = {
  START_FLOW: startFlow,
  COLLECT_PERSONAL_DETAILS: collectPersonalDetails,
  COLLECT_CONSENT: collectCoOwnerConsent,
};
export type CompletableCoOwnerStep = keyof typeof coOwnerStepContracts;
export type CoOwnerScreenData<S extends CompletableCoOwnerStep> = z.output<(typeof coOwnerStepContracts)[S]["screen"]>;
export type CoOwnerCompletion<S extends CompletableCoOwnerStep> = z.output<
  (typeof coOwnerStepContracts)[S]["completion"]
>;

/** The additional inputs that may be requested of a co-owner after consent. Each shows the details that are on file. */
export const coOwnerInputContracts = {
  VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION: step({
    screen: collectPersonalDetails.screen,
    completion: z.strictObject({ personalStepPayload: collectPersonalDetails.completion, ssn }),
    secrets: ["ssn"],
  }),
  VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED: step({
    screen: collectPersonalDetails.screen,
    completion: z.strictObject({}),
  }),
} satisfies Record<CoOwnerAdditionalInput, StepContract>;
/** The form's shape: the same fields, not nested, with plain digits. */
export const coOwnerIdentityForm = z
  .strictObject({ ...personFields, ssn: ssnDigits })
  .check(z.overwrite(settleCountry));

/** The data of a co-owner's REQUEST_ADDITIONAL_USER_INPUT. The co-owner answers the first sub-step; `person` prefills its form. */
export const coOwnerRequestedInput = z.object({
  subSteps: z.array(z.object({ subStep: z.enum(coOwnerAdditionalInputs) })),
  person: collectPersonalDetails.screen,
});
export type CoOwnerRequestedInput = z.infer<typeof coOwnerRequestedInput>;

/** The data of a co-owner's WAITING_FOR_OFFERS. The page polls for the credit report once a second, `creditReportPolls` times at most. */
export const coOwnerWaiting = z.object({ businessName: z.nullable(z.string()), creditReportPolls: z.int() });
export type CoOwnerWaiting = z.infer<typeof coOwnerWaiting>;

/** A co-owner's position in onboarding. Completing a step returns the same shape. */
export const coOwnerWorkflow = z.object({
  currentStep: z.enum(coOwnerSteps.map(onboardingWireStep)),
  platformProgramName: z.string(),
  /** The co-owner's steps without START_FLOW, which the step counter omits. */
  steps: z.array(z.enum(coOwnerPath.map(onboardingWireStep))),
});
export type CoOwnerWorkflow = z.infer<typeof coOwnerWorkflow>;
