import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { consentKinds } from "../agreements.ts";
import { locale } from "../business.ts";
import { call } from "../call.ts";
import { uuid } from "../ids.ts";
import { coOwnerWorkflow } from "../onboarding/co-owner-steps.ts";
import { onboardingSurvey } from "../onboarding/survey.ts";
import { stepCompletion, workflow } from "../workflow.ts";

const stepName = z.object({ id: z.string().check(z.maxLength(100)) });

/** A partner's page may narrow the choice of products, as a list with commas. Words that name no product narrow nothing. */
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

/** Typed text, ticked boxes and rows of fields, as they stand; what is wrong with them is said when the step is sent. */
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
/** What was typed into a step and not sent yet. */
export type StepDraft = z.output<typeof draftFields>;
const typedDraft = z.strictObject({ fields: draftFields });
const draftKept = z.object({ saved: z.literal(true) });
const stepShown = z.object({ existingData: z.record(z.string(), z.unknown()), draft: z.nullable(draftFields) });

const creditReportsStatus = z.object({ complete: z.boolean(), success: z.boolean() });

export const getWorkflow = call({
  method: "GET",
  path: "/api/v1/workflow",
  audience: "portal",
  slice: "onboarding",
  action: "workflow.view",
  summary: "Where the business stands in onboarding, and how its pages should look.",
  answer: workflow,
});

export const getStep = call({
  method: "GET",
  path: "/api/v1/step/:id",
  audience: "portal",
  slice: "onboarding",
  action: "onboarding.read-step",
  summary: "What a step of onboarding shows.",
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
  summary: "Keeps what was typed into a step and not sent yet.",
  params: stepName,
  body: typedDraft,
  answer: draftKept,
});

export const completeStep = call({
  method: "PUT",
  path: "/api/v1/completeStep",
  audience: "portal",
  slice: "onboarding",
  action: "onboarding.complete-step",
  summary: "Completes a step of onboarding and answers with the next.",
  query: productSubset,
  body: stepCompletion,
  answer: workflow,
});

export const answerOnboardingSurvey = call({
  method: "POST",
  path: "/api/v1/workflow/onboarding-survey-responses",
  audience: "portal",
  slice: "onboarding",
  action: "onboarding.answer-survey",
  summary: "Keeps why the business applied.",
  body: onboardingSurvey,
  answer: z.object({ saved: z.literal(true) }),
});

export const getCreditReportsStatus = call({
  method: "GET",
  path: "/api/v1/businesses/credit-reports-status",
  audience: "portal",
  slice: "onboarding",
  action: "onboarding.read-step",
  summary: "Whether the credit reports have come.",
  answer: creditReportsStatus,
});

// The address is in the body: what a person types does not belong into an address line of ours.
const session = z.uuid();
export const suggestAddresses = call({
  method: "POST",
  path: "/api/v1/address-suggestions",
  audience: "portal",
  slice: "onboarding",
  action: "address.suggest",
  summary: "Completes an address that a person begins to type. Without an answer the person types on.",
  body: z.strictObject({ input: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)), session }),
  answer: z.object({ isAvailable: z.boolean(), suggestions: z.array(z.object({ id: z.string(), text: z.string() })) }),
});

export const resolveAddress = call({
  method: "POST",
  path: "/api/v1/address-suggestions/resolve",
  audience: "portal",
  slice: "onboarding",
  action: "address.suggest",
  summary: "The parts of a suggested address; null when it cannot be written to.",
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

// The co-owner's own, shorter way.
export const getCoOwnerWorkflow = call({
  method: "GET",
  path: "/api/secondary-owners/v2/workflow",
  audience: "portal",
  slice: "onboarding",
  action: "co-owner.view",
  summary: "Where a co-owner stands in their part of onboarding.",
  answer: coOwnerWorkflow,
});

export const getCoOwnerCreditReportsStatus = call({
  method: "GET",
  path: "/api/secondary-owners/v2/credit-reports-status",
  audience: "portal",
  slice: "onboarding",
  action: "co-owner.view",
  summary: "Whether the co-owner's credit report has come.",
  answer: creditReportsStatus,
});

export const getCoOwnerStep = call({
  method: "GET",
  path: "/api/secondary-owners/v2/step/:id",
  audience: "portal",
  slice: "onboarding",
  action: "co-owner.view",
  summary: "What a co-owner's step shows.",
  params: stepName,
  answer: stepShown,
});

export const saveCoOwnerStepDraft = call({
  method: "PUT",
  path: "/api/secondary-owners/v2/step/:id/draft",
  audience: "portal",
  slice: "onboarding",
  action: "co-owner.complete-step",
  summary: "Keeps what a co-owner typed into a step and has not sent yet.",
  params: stepName,
  body: typedDraft,
  answer: draftKept,
});

export const completeCoOwnerStep = call({
  method: "PUT",
  path: "/api/secondary-owners/v2/complete-step",
  audience: "portal",
  slice: "onboarding",
  action: "co-owner.complete-step",
  summary: "Completes a co-owner's step and answers with the next.",
  body: stepCompletion,
  answer: coOwnerWorkflow,
});

export const listConsents = call({
  method: "GET",
  path: "/api/v1/consents",
  audience: "portal",
  slice: "onboarding",
  action: "self.view",
  summary: "What the person has agreed to, in the words they saw, the newest first.",
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
