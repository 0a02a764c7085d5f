import { call } from "../call.ts";
import { coOwnerWorkflow } from "../onboarding/co-owner-steps.ts";
import { creditReportsStatus, draftSaved, stepName, stepShown, typedDraft } from "../onboarding/step-shapes.ts";
import { stepCompletion } from "../onboarding/workflow.ts";

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
