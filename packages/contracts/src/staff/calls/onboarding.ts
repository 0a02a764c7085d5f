import { additionalInputs } from "@inlay/lending/onboarding/steps.ts";
import { z } from "zod/mini";
import { uuid } from "../../ids.ts";
import { correction } from "../../onboarding/correction.ts";
import { additionalInput, inputRequest, outcome, reason } from "../shapes.ts";
import { businessParams, staffCall } from "./staff-call.ts";

// A request for documents has a text that says which ones; no other request has a text.
type InputRequest = { subStep?: (typeof additionalInputs)[number] | undefined; request?: string | undefined };
const documentsHaveText = z.refine<InputRequest>(
  ({ subStep, request }) => subStep !== "ADDITIONAL_DOCUMENTS_UPLOAD" || request !== undefined,
  {
    error: "Please say what the owner is to send",
    path: ["request"],
  },
);
const onlyDocumentsHaveText = z.refine<InputRequest>(
  ({ subStep, request }) => subStep === "ADDITIONAL_DOCUMENTS_UPLOAD" || request === undefined,
  {
    error: "Only documents are asked for in words",
    path: ["request"],
  },
);

/** The inputs in which an owner enters data again. */
const correctingInputs = additionalInputs.filter(
  (input) => input !== "ADDITIONAL_DOCUMENTS_UPLOAD" && input !== "MANUAL_OVERRIDE",
);
const answerMessage = z
  .string()
  .check(z.trim(), z.minLength(1, { error: "Please write an answer for the owner", abort: true }), z.maxLength(1000));

/** Additional inputs, corrections, and stopped applications. */
export const onboarding = {
  listAdditionalInputs: staffCall("/api/staff/v1/businesses/:businessId/additional-inputs", {
    method: "GET",
    action: "staff.additional-input.view",
    summary: "Lists the additional inputs requested of a business's owners after consent, newest first.",
    params: businessParams,
    answer: z.object({ businessId: uuid, additionalInputs: z.array(additionalInput) }),
  }),
  raiseAdditionalInput: staffCall("/api/staff/v1/businesses/:businessId/additional-inputs", {
    method: "POST",
    action: "staff.additional-input.raise",
    summary:
      "Requests an additional input from the primary owner, or holds the application. An open request stays unchanged.",
    params: businessParams,
    body: z
      .strictObject({ subStep: z.enum(additionalInputs), request: z.optional(inputRequest), reason })
      .check(documentsHaveText, onlyDocumentsHaveText),
    answer: outcome,
  }),
  releaseAdditionalInput: staffCall(
    "/api/staff/v1/businesses/:businessId/additional-inputs/:additionalInputId/release",
    {
      method: "POST",
      action: "staff.additional-input.release",
      summary: "Withdraws a requested input, or releases a held application.",
      params: z.object({ businessId: uuid, additionalInputId: uuid }),
      body: z.strictObject({ reason }),
      answer: outcome,
    },
  ),
  listCorrections: staffCall("/api/staff/v1/businesses/:businessId/corrections", {
    method: "GET",
    action: "staff.correction.view",
    summary: "Lists the corrections that the primary owner of a business asked for after consent, newest first.",
    params: businessParams,
    answer: z.object({ businessId: uuid, corrections: z.array(correction) }),
  }),
  answerCorrection: staffCall("/api/staff/v1/businesses/:businessId/corrections/:correctionId/answer", {
    method: "POST",
    action: "staff.correction.answer",
    summary:
      "Answers a request for a correction by an email to the owner. With a sub-step the owner is also asked to enter the data again.",
    params: z.object({ businessId: uuid, correctionId: uuid }),
    body: z.strictObject({ subStep: z.optional(z.enum(correctingInputs)), message: answerMessage, reason }),
    answer: outcome,
  }),
  reopenOnboarding: staffCall("/api/staff/v1/businesses/:businessId/onboarding/reopen", {
    method: "POST",
    action: "staff.onboarding.reopen",
    summary:
      "Requests that a stopped application is reopened, either waiting for offers or with an additional input for its owner; a second person approves. A sanctions match must be cleared first.",
    params: businessParams,
    body: z
      .strictObject({ subStep: z.optional(z.enum(additionalInputs)), request: z.optional(inputRequest), reason })
      .check(documentsHaveText, onlyDocumentsHaveText),
    answer: outcome,
    status: 202,
  }),
};
