import { z } from "zod/mini";
import { call } from "../call.ts";
import { offerGroup } from "../offer-group.ts";
import { offerStep, offersWorkflow } from "../workflow.ts";

const stepName = z.object({ id: offerStep });
/** Each kind of event brings its own fields. */
const offerEvent = z.looseObject({ eventType: z.string().check(z.maxLength(100)) });

export const getOffersWorkflow = call({
  method: "GET",
  path: "/api/v1/workflow/offers",
  audience: "portal",
  slice: "offers",
  action: "workflow.view",
  summary: "Where the offers of the business stand.",
  answer: offersWorkflow,
});

export const getOffersStep = call({
  method: "GET",
  path: "/api/v1/workflow/offers/step/:id",
  audience: "portal",
  slice: "offers",
  action: "offers.read-step",
  summary: "What a step of the offers shows.",
  params: stepName,
  answer: z.unknown(),
});

export const completeOffersStep = call({
  method: "PUT",
  path: "/api/v1/workflow/offers/complete-step",
  audience: "portal",
  slice: "offers",
  action: "offers.complete-step",
  summary: "Completes a step of the offers and answers with the next.",
  body: offerEvent,
  answer: offersWorkflow,
});

export const getOffers = call({
  method: "GET",
  path: "/api/v1/offers",
  audience: "portal",
  slice: "offers",
  action: "offers.view",
  summary: "The applications of the business, each with its offers and what was issued.",
  answer: z.object({ offerGroups: z.array(offerGroup) }),
});

export const refreshOffers = call({
  method: "POST",
  path: "/api/v1/workflow/offers/refresh",
  audience: "portal",
  slice: "offers",
  action: "offers.refresh",
  summary: "Asks for expired offers to be made again.",
  answer: z.object({ refreshed: z.boolean() }),
});

export const initializeIdentityInquiry = call({
  method: "POST",
  path: "/api/v1/workflow/offers/persona-inquiries/initialize",
  audience: "portal",
  slice: "offers",
  action: "identity.verify",
  summary: "Begins the check of a person's identity.",
  answer: z.object({ inquiryId: z.string() }),
});

export const getCoOwnerOffersWorkflow = call({
  method: "GET",
  path: "/api/v1/owners/workflow/offers",
  audience: "portal",
  slice: "offers",
  action: "co-owner.view",
  summary: "What is left for a co-owner to do on the chosen offer.",
  answer: offersWorkflow,
});

export const getCoOwnerOffersStep = call({
  method: "GET",
  path: "/api/v1/owners/workflow/offers/step/:id",
  audience: "portal",
  slice: "offers",
  action: "co-owner.view",
  summary: "What a co-owner's step on the offer shows.",
  params: stepName,
  answer: z.unknown(),
});

export const completeCoOwnerOffersStep = call({
  method: "PUT",
  path: "/api/v1/owners/workflow/offers/complete-step",
  audience: "portal",
  slice: "offers",
  action: "co-owner.complete-step",
  summary: "Completes a co-owner's step on the offer and answers with the next.",
  body: offerEvent,
  answer: offersWorkflow,
});
