import { z } from "zod/mini";
import { bankAccount } from "../bank.ts";
import { call } from "../call.ts";
import { taxOnFile } from "../fields/tax.ts";
import { uuid, uuidV4 } from "../ids.ts";
import { offer } from "../offer-group.ts";
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

const selectedOffer = z.object({
  offerId: uuidV4,
  /** Without it: the largest amount. */
  customLoanAmountCents: z.optional(z.int().check(z.positive())),
});
/** WENT_BACK is our own name. */
const ownerOfferEvent = z.discriminatedUnion("eventType", [
  // Of an application one offer is selected, with all of its plans.
  z.object({ eventType: z.literal("OFFER_SELECTED"), selectedOffers: z.array(selectedOffer).check(z.length(1)) }),
  z.object({ eventType: z.literal("WENT_BACK") }),
]);

export const completeOffersStep = call({
  method: "PUT",
  path: "/api/v1/workflow/offers/complete-step",
  audience: "portal",
  slice: "offers",
  action: "offers.complete-step",
  summary: "Completes an offers step and returns the next one, or returns to the offers while nothing is signed.",
  body: ownerOfferEvent,
  answer: offersWorkflow,
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
