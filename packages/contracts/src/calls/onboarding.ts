import { z } from "zod/mini";
import { locale } from "../business.ts";
import { call } from "../call.ts";
import { uuid } from "../ids.ts";
import { consentKinds } from "../onboarding/agreements.ts";
import { productSubset } from "../onboarding/product-subset.ts";
import { namesAccount } from "../onboarding/step-answer.ts";
import { creditReportsStatus, draftSaved, stepName, stepShown, typedDraft } from "../onboarding/step-shapes.ts";
import { onboardingSurvey } from "../onboarding/survey.ts";
import { stepCompletion, workflow } from "../onboarding/workflow.ts";

export const getWorkflow = call({
  method: "GET",
  path: "/api/v1/workflow",
  audience: "portal",
  slice: "onboarding",
  action: "workflow.view",
  summary: "Reads the business's position in onboarding, and its themes.",
  query: productSubset,
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

export const getCreditReportsStatus = call({
  method: "GET",
  path: "/api/v1/businesses/credit-reports-status",
  audience: "portal",
  slice: "onboarding",
  action: "onboarding.read-step",
  summary: "Reads whether the credit reports are complete.",
  answer: creditReportsStatus,
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
