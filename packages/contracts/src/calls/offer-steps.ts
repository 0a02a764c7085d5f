import { inquiryStatuses } from "@inlay/lending/identity/inquiry.ts";
import { missingSignatures } from "@inlay/lending/offers/co-signer-change.ts";
import { z } from "zod/mini";
import { bankAccount } from "../bank.ts";
import { call } from "../call.ts";
import { documentToSign } from "../document-to-sign.ts";
import { taxAnswer, taxOnFile } from "../fields/tax.ts";
import { uuid, uuidV4 } from "../ids.ts";
import { offer } from "../offer-group.ts";
import { coOwnerDetails, coOwnerDetailsV2, unnamedPercentage } from "../onboarding/co-owner.ts";
import { offerStep, offersWorkflow } from "../onboarding/workflow.ts";

const stepName = z.object({ id: offerStep });

const signerToDecide = z.object({
  ownerId: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  why: z.enum(missingSignatures),
  /** They have not begun, so the link went to an address that may be wrong. */
  canCorrectEmail: z.boolean(),
});

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
      /** The owners whose signature is missing and about whom the primary owner decides now. */
      signersToDecide: z.array(signerToDecide),
      /** The last day on which the others can sign. */
      signaturesUntil: z.nullable(z.iso.date()),
      /** A change of the owners that we are checking, and by when. Null: the documents can be signed. */
      signerChange: z.nullable(z.object({ dueOn: z.iso.date(), isOverdue: z.boolean() })),
      /** The earliest day on which a payout arrives that is approved today. */
      fundsExpectedOn: z.iso.date(),
      documents: z.array(
        z.object({ documentUrl: z.nullable(z.string()), userHasSigned: z.boolean(), offer: z.object({ id: uuidV4 }) }),
      ),
      /** The payoff figures of other lenders that we are asking for, and by when. Null: the documents can be signed. */
      payoffLetters: z.nullable(z.object({ dueOn: z.iso.date(), isOverdue: z.boolean() })),
      accountsV2: z.array(bankAccount),
      platformDisbursementAccountExpected: z.boolean(),
      tax: z.object(taxOnFile),
      identity: z.object({
        businessId: uuid,
        inquiryId: z.nullable(z.string()),
        /** Whether the person can go on with the inquiry. */
        isResumable: z.boolean(),
        status: z.nullable(z.enum(inquiryStatuses)),
      }),
      /** The phone number on file, masked; null if there is none. */
      personalPhone: z.nullable(z.object({ number: z.string(), isVerified: z.boolean() })),
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
  z.object({ eventType: z.literal("TAX_ID_COLLECTED"), ...taxAnswer, hasPrimaryOwnerSsn: z.optional(z.boolean()) }),
  z.object({
    eventType: z.literal("PERSONAL_PHONE_NUMBER_COLLECTED"),
    /** Compared with the number that the code was sent to. Whether it is one is checked before, because that takes a large library. */
    phoneNumber: z.string().check(z.trim(), z.maxLength(40)),
    /** The code that was sent to the number. */
    challengeId: uuid,
    code: z.string().check(z.trim(), z.regex(/^\d{6}$/, "Please enter the 6-digit code")),
  }),
  z.object({ eventType: z.literal("PERSONA_COLLECTED") }),
  z.object({ eventType: z.literal("PRIMARY_BANK_ACCOUNT_SELECTED"), primaryBankAccountId: uuid }),
  z.object({ eventType: z.literal("LEGAL_AGREEMENTS_COLLECTED") }),
]);
export type OwnerOfferEvent = z.output<typeof ownerOfferEvent>;

export const completeOffersStep = call({
  method: "PUT",
  path: "/api/v1/workflow/offers/complete-step",
  audience: "portal",
  slice: "offers",
  action: "offers.complete-step",
  summary: "Completes an offers step and returns the next one, or returns to the offers while nothing is signed.",
  body: ownerOfferEvent,
  answer: offersWorkflow,
  // The account that receives the money and is debited.
  stepUp: ({ eventType }: { eventType: string }) => eventType === "PRIMARY_BANK_ACCOUNT_SELECTED",
});

const signerDecision = z.discriminatedUnion("decision", [
  z.strictObject({ decision: z.literal("WAIT") }),
  z.strictObject({ decision: z.literal("CORRECT_EMAIL"), email: coOwnerDetails.shape.email }),
  z.strictObject({ decision: z.literal("REPLACE"), replacement: coOwnerDetailsV2 }),
  z.strictObject({ decision: z.literal("REMOVE"), ownershipPercentage: unnamedPercentage }),
]);
export type SignerDecision = z.output<typeof signerDecision>;

export const decideAboutSigner = call({
  method: "POST",
  path: "/api/v1/workflow/offers/signers/:id",
  audience: "portal",
  slice: "offers",
  action: "offers.decide-about-signer",
  summary:
    "Decides about a co-owner whose signature is missing: waits for them, corrects their email, or replaces or removes them, which voids the agreement and is confirmed by staff.",
  params: z.object({ id: uuid }),
  body: signerDecision,
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

export const getCoOwnerOffersWorkflow = call({
  method: "GET",
  path: "/api/v1/owners/workflow/offers",
  audience: "portal",
  slice: "offers",
  action: "co-owner.view",
  summary: "Reads a co-owner's current step for the chosen offer.",
  answer: offersWorkflow,
});

export const openCoOwnerAgreement = call({
  method: "POST",
  path: "/api/v1/owners/workflow/offers/agreement",
  audience: "portal",
  slice: "offers",
  action: "co-owner.complete-step",
  summary: "Returns the link where a co-owner signs the agreement of the chosen offer.",
  answer: documentToSign,
  stepUp: true,
});

export const completeCoOwnerOffersStep = call({
  method: "PUT",
  path: "/api/v1/owners/workflow/offers/complete-step",
  audience: "portal",
  slice: "offers",
  action: "co-owner.complete-step",
  summary: "Completes a co-owner's offer step and returns the next one.",
  body: z.discriminatedUnion("eventType", [
    z.object({ eventType: z.literal("PERSONA_COLLECTED") }),
    z.object({ eventType: z.literal("LEGAL_AGREEMENTS_COLLECTED") }),
  ]),
  answer: offersWorkflow,
});
