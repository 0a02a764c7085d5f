import { z } from "zod/mini";
import { call } from "../call.ts";
import { offersWorkflow } from "../onboarding/workflow.ts";

/** The other fields depend on the kind of event. */
const offerEvent = z.looseObject({ eventType: z.string().check(z.maxLength(100)) });

export const getOffersWorkflow = call({
  method: "GET",
  path: "/api/v1/workflow/offers",
  audience: "portal",
  slice: "offers",
  action: "workflow.view",
  summary: "Reads the current step of the business's offers.",
  answer: offersWorkflow,
});

export const initializeIdentityInquiry = call({
  method: "POST",
  path: "/api/v1/workflow/offers/persona-inquiries/initialize",
  audience: "portal",
  slice: "offers",
  action: "identity.verify",
  summary: "Starts a person's identity verification.",
  answer: z.object({ inquiryId: z.string() }),
});

export const getCoOwnerOffersWorkflow = call({
  method: "GET",
  path: "/api/v1/owners/workflow/offers",
  audience: "portal",
  slice: "offers",
  action: "co-owner.view",
  summary: "Reads a co-owner's current step for the chosen offer.",
  answer: offersWorkflow,
});

export const completeCoOwnerOffersStep = call({
  method: "PUT",
  path: "/api/v1/owners/workflow/offers/complete-step",
  audience: "portal",
  slice: "offers",
  action: "co-owner.complete-step",
  summary: "Completes a co-owner's offer step and returns the next one.",
  body: offerEvent,
  answer: offersWorkflow,
});
