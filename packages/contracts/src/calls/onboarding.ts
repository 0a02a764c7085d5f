import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { locale } from "../business.ts";
import { call } from "../call.ts";
import { uuid } from "../ids.ts";
import { consentKinds } from "../onboarding/agreements.ts";
import { coOwnerWorkflow } from "../onboarding/co-owner-steps.ts";
import { correction, newCorrection } from "../onboarding/correction.ts";
import { onboardingSurvey } from "../onboarding/survey.ts";
import { withdrawal } from "../onboarding/withdrawal.ts";
import { namesAccount, stepCompletion, workflow } from "../onboarding/workflow.ts";

const stepName = z.object({ id: z.string().check(z.maxLength(100)) });

/** A partner's page may limit the choice of products with a comma-separated list. Unknown product names are ignored. */
const productSubset = z.strictObject({
  productSubsetDuringOnboarding: z.optional(
    z.pipe(
      z.string().check(z.maxLength(500)),
      z.transform((list: string) =>
        productTypes.filter((product) => list.split(",").some((word) => word.trim() === product)),
      ),
    ),
  ),
});

/** Text, checkboxes and rows of fields as typed. They are validated only when the step is submitted. */
const fieldName = z.string().check(z.maxLength(60));
const typedText = z.string().check(z.maxLength(200));
const typedRow = z.record(fieldName, z.union([typedText, z.nullable(z.number())]));
const draftFields = z.record(
  fieldName,
  z.union([
    typedText,
    z.boolean(),
    z.array(z.string().check(z.maxLength(60))).check(z.maxLength(20)),
    z.array(typedRow).check(z.maxLength(20)),
  ]),
);
/** Fields typed into a step and not submitted yet. */
export type StepDraft = z.output<typeof draftFields>;
const typedDraft = z.strictObject({ fields: draftFields });
const draftSaved = z.object({ saved: z.literal(true) });
const stepShown = z.object({ existingData: z.record(z.string(), z.unknown()), draft: z.nullable(draftFields) });

const creditReportsStatus = z.object({ complete: z.boolean(), success: z.boolean() });

export const getWorkflow = call({
  method: "GET",
  path: "/api/v1/workflow",
  audience: "portal",
  slice: "onboarding",
  action: "workflow.view",
  summary: "Reads the business's position in onboarding, and its themes.",
  answer: workflow,
});

export const getStep = call({
  method: "GET",
  path: "/api/v1/step/:id",
  audience: "portal",
  slice: "onboarding",
  action: "onboarding.read-step",
  summary: "Reads the data of an onboarding step.",
  params: stepName,
  query: productSubset,
  answer: stepShown,
});

export const saveStepDraft = call({
  method: "PUT",
  path: "/api/v1/step/:id/draft",
  audience: "portal",
  slice: "onboarding",
  action: "onboarding.complete-step",
  summary: "Saves the draft of a step that is not submitted yet.",
  params: stepName,
  body: typedDraft,
  answer: draftSaved,
});

export const completeStep = call({
  method: "PUT",
  path: "/api/v1/completeStep",
  audience: "portal",
  slice: "onboarding",
  action: "onboarding.complete-step",
  summary: "Completes an onboarding step and returns the next one. An answer that names an account needs a step-up.",
  query: productSubset,
  body: stepCompletion,
  answer: workflow,
  stepUp: namesAccount,
});

export const answerOnboardingSurvey = call({
  method: "POST",
  path: "/api/v1/workflow/onboarding-survey-responses",
  audience: "portal",
  slice: "onboarding",
  action: "onboarding.answer-survey",
  summary: "Saves the reason why the business applies.",
  body: onboardingSurvey,
  answer: z.object({ saved: z.literal(true) }),
});

export const withdrawApplication = call({
  method: "POST",
  path: "/api/v1/loan-applications/withdraw",
  audience: "portal",
  slice: "onboarding",
  action: "application.withdraw",
  summary: "Withdraws the open applications of the business at the primary owner's request.",
  body: withdrawal,
  answer: z.object({ withdrawn: z.literal(true) }),
});

export const listCorrections = call({
  method: "GET",
  path: "/api/v1/corrections",
  audience: "portal",
  slice: "onboarding",
  action: "correction.view",
  summary: "Lists the corrections that the primary owner asked for after consent, newest first, with their answers.",
  answer: z.object({ corrections: z.array(correction) }),
});

export const requestCorrection = call({
  method: "POST",
  path: "/api/v1/corrections",
  audience: "portal",
  slice: "onboarding",
  action: "correction.request",
  summary: "Asks staff to correct what the owner entered before consent. One open request for each topic.",
  body: newCorrection,
  answer: correction,
});

export const applyAgain = call({
  method: "POST",
  path: "/api/v1/loan-applications/apply-again",
  audience: "portal",
  slice: "onboarding",
  action: "application.apply-again",
  summary:
    "Starts again after the applications were closed as incomplete or withdrawn. The answers are kept; the primary owner checks them and consents again.",
  answer: workflow,
});

export const getCreditReportsStatus = call({
  method: "GET",
  path: "/api/v1/businesses/credit-reports-status",
  audience: "portal",
  slice: "onboarding",
  action: "onboarding.read-step",
  summary: "Reads whether the credit reports are complete.",
  answer: creditReportsStatus,
});

// The typed address is in the body, so that personal data does not appear in URLs.
const session = z.uuid();
export const suggestAddresses = call({
  method: "POST",
  path: "/api/v1/address-suggestions",
  audience: "portal",
  slice: "onboarding",
  action: "address.suggest",
  summary: "Suggests addresses while a person types. Without suggestions the person types the whole address.",
  body: z.strictObject({ input: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)), session }),
  answer: z.object({ isAvailable: z.boolean(), suggestions: z.array(z.object({ id: z.string(), text: z.string() })) }),
});

export const resolveAddress = call({
  method: "POST",
  path: "/api/v1/address-suggestions/resolve",
  audience: "portal",
  slice: "onboarding",
  action: "address.suggest",
  summary: "Reads the parts of a suggested address; null if the place has no street address or no longer exists.",
  body: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(500)), session }),
  answer: z.object({
    address: z.nullable(
      z.object({
        addressLineOne: z.string(),
        city: z.string(),
        state: z.string(),
        zipcode: z.string(),
        country: z.string(),
      }),
    ),
  }),
});

// The co-owner's shorter onboarding.
export const getCoOwnerWorkflow = call({
  method: "GET",
  path: "/api/secondary-owners/v2/workflow",
  audience: "portal",
  slice: "onboarding",
  action: "co-owner.view",
  summary: "Reads a co-owner's position in onboarding.",
  answer: coOwnerWorkflow,
});

export const getCoOwnerCreditReportsStatus = call({
  method: "GET",
  path: "/api/secondary-owners/v2/credit-reports-status",
  audience: "portal",
  slice: "onboarding",
  action: "co-owner.view",
  summary: "Reads whether the co-owner's credit report is complete.",
  answer: creditReportsStatus,
});

export const getCoOwnerStep = call({
  method: "GET",
  path: "/api/secondary-owners/v2/step/:id",
  audience: "portal",
  slice: "onboarding",
  action: "co-owner.view",
  summary: "Reads the data of a co-owner's step.",
  params: stepName,
  answer: stepShown,
});

export const saveCoOwnerStepDraft = call({
  method: "PUT",
  path: "/api/secondary-owners/v2/step/:id/draft",
  audience: "portal",
  slice: "onboarding",
  action: "co-owner.complete-step",
  summary: "Saves the draft of a co-owner's step that is not submitted yet.",
  params: stepName,
  body: typedDraft,
  answer: draftSaved,
});

export const completeCoOwnerStep = call({
  method: "PUT",
  path: "/api/secondary-owners/v2/complete-step",
  audience: "portal",
  slice: "onboarding",
  action: "co-owner.complete-step",
  summary: "Completes a co-owner's step and returns the next one.",
  body: stepCompletion,
  answer: coOwnerWorkflow,
});

export const listConsents = call({
  method: "GET",
  path: "/api/v1/consents",
  audience: "portal",
  slice: "onboarding",
  action: "self.view",
  summary: "Lists the person's consents with the texts as shown, newest first.",
  answer: z.object({
    consents: z.array(
      z.object({
        id: uuid,
        kind: z.enum(consentKinds),
        version: z.string(),
        language: locale,
        text: z.string(),
        givenAt: z.iso.datetime(),
      }),
    ),
  }),
});
