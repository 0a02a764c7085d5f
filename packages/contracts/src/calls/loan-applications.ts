import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { call } from "../call.ts";
import { applyForMore as applyForMoreAnswer } from "../onboarding/apply-for-more.ts";
import { correction, newCorrection } from "../onboarding/correction.ts";
import { productSubset } from "../onboarding/product-subset.ts";
import { withdrawal } from "../onboarding/withdrawal.ts";
import { workflow } from "../onboarding/workflow.ts";

// Calls about an application that was made.

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

export const applyAgain = call({
  method: "POST",
  path: "/api/v1/loan-applications/apply-again",
  audience: "portal",
  slice: "onboarding",
  action: "application.apply-again",
  summary:
    "Starts again after the applications were closed as incomplete or withdrawn, or 90 days after they were declined. The answers are kept; the primary owner checks them and consents again.",
  answer: workflow,
});

const applyForMorePath = "/api/v1/loan-applications/apply-for-more";

export const getApplyForMore = call({
  method: "GET",
  path: applyForMorePath,
  audience: "portal",
  slice: "onboarding",
  action: "application.apply-again",
  summary: "Says which products a business with a product may apply for, and why it may not apply now.",
  query: productSubset,
  answer: applyForMoreAnswer,
});

export const applyForMore = call({
  method: "POST",
  path: applyForMorePath,
  audience: "portal",
  slice: "onboarding",
  action: "application.apply-again",
  summary:
    "Begins an application for another product. The answers of the last one are kept; the primary owner checks them and consents again.",
  query: productSubset,
  body: z.strictObject({ productType: z.enum(productTypes) }),
  answer: workflow,
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
