import { z } from "zod/mini";
import { bankAccount } from "../bank.ts";
import { call } from "../call.ts";
import { taxOnFile } from "../fields/tax.ts";
import { uuid, uuidV4 } from "../ids.ts";
import { offer, offerGroup } from "../offer-group.ts";
import { offerStep, offersWorkflow } from "../onboarding/workflow.ts";

const stepName = z.object({ id: offerStep });

/** What the offer steps show. Each step has the fields that it needs. */
const offersStepShown = z.object({
  existingData: z.partial(
    z.object({
      offers: z.array(offer),
      declineReasons: z.array(z.string()),
      documentDetails: z.object({
        recipients: z.array(
          z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), hasCompleted: z.boolean() }),
        ),
      }),
      documents: z.array(
        z.object({ documentUrl: z.nullable(z.string()), userHasSigned: z.boolean(), offer: z.object({ id: uuidV4 }) }),
      ),
      accountsV2: z.array(bankAccount),
      platformDisbursementAccountExpected: z.boolean(),
      tax: z.object(taxOnFile),
      identity: z.object({
        businessId: uuid,
        inquiryId: z.nullable(z.string()),
        sessionToken: z.nullable(z.string()),
        isResumable: z.boolean(),
        status: z.nullable(z.string()),
      }),
    }),
  ),
});
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

export const getOffersStep = call({
  method: "GET",
  path: "/api/v1/workflow/offers/step/:id",
  audience: "portal",
  slice: "offers",
  action: "offers.read-step",
  summary: "Reads the data of an offers step.",
  params: stepName,
  answer: offersStepShown,
});

export const completeOffersStep = call({
  method: "PUT",
  path: "/api/v1/workflow/offers/complete-step",
  audience: "portal",
  slice: "offers",
  action: "offers.complete-step",
  summary: "Completes an offers step and returns the next one.",
  body: offerEvent,
  answer: offersWorkflow,
});

export const getOffers = call({
  method: "GET",
  path: "/api/v1/offers",
  audience: "portal",
  slice: "offers",
  action: "offers.view",
  summary: "Lists the applications of the business, each with its offers and issued products.",
  answer: z.object({ offerGroups: z.array(offerGroup) }),
});

export const refreshOffers = call({
  method: "POST",
  path: "/api/v1/workflow/offers/refresh",
  audience: "portal",
  slice: "offers",
  action: "offers.refresh",
  summary: "Requests new offers in place of expired ones.",
  answer: z.object({ refreshed: z.boolean() }),
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

export const getCoOwnerOffersStep = call({
  method: "GET",
  path: "/api/v1/owners/workflow/offers/step/:id",
  audience: "portal",
  slice: "offers",
  action: "co-owner.view",
  summary: "Reads the data of a co-owner's offer step.",
  params: stepName,
  answer: offersStepShown,
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
