import { signingSteps } from "@inlay/lending/disclosures/next-to-sign.ts";
import { z } from "zod/mini";
import { call } from "../call.ts";
import { documentToSign } from "../document-to-sign.ts";
import { fileAnswer } from "../file-answer.ts";
import { uuid, uuidV4 } from "../ids.ts";

const offerId = z.object({ id: uuidV4 });
const disclosureId = z.object({ id: uuid });
const chosenAmount = z.strictObject({
  /** Null: the largest amount of the offer. */
  amountCents: z.nullable(z.int().check(z.positive())),
});

/** The form of the offer at the chosen amount. */
const disclosure = z.object({
  id: uuid,
  state: z.string(),
  formVersion: z.string(),
  amountCents: z.int(),
  aprPercentage: z.number(),
  sha256: z.string(),
  needsSignature: z.boolean(),
  deliveredAt: z.nullable(z.iso.datetime()),
  signedAt: z.nullable(z.iso.datetime()),
});

export const discloseOffer = call({
  method: "POST",
  path: "/api/v1/offers/:id/disclosure",
  audience: "portal",
  slice: "disclosures",
  action: "offers.disclose",
  summary:
    "Makes the disclosure that the state requires for an offer at the chosen amount, and says what is delivered or signed next. Another amount supersedes the earlier disclosure and voids what was to be signed.",
  params: offerId,
  body: chosenAmount,
  answer: z.object({
    next: z.enum(signingSteps),
    /** Null: no form applies to the amount. */
    disclosure: z.nullable(disclosure),
  }),
});

export const getDisclosureFile = call({
  method: "GET",
  path: "/api/v1/disclosures/:id/file",
  audience: "portal",
  slice: "disclosures",
  action: "offers.disclose",
  summary: "Downloads a disclosure. The first download is recorded as its delivery.",
  params: disclosureId,
  answer: fileAnswer,
  file: "application/pdf",
});

export const signDisclosure = call({
  method: "POST",
  path: "/api/v1/disclosures/:id/signing",
  audience: "portal",
  slice: "disclosures",
  action: "offers.sign",
  summary: "Presents a delivered disclosure for signature and returns the link where it is signed.",
  stepUp: true,
  params: disclosureId,
  answer: documentToSign,
});

export const openAgreement = call({
  method: "POST",
  path: "/api/v1/offers/:id/agreement",
  audience: "portal",
  slice: "disclosures",
  action: "offers.sign",
  summary:
    "Presents the agreement of an offer at the chosen amount for signature, once its disclosure is delivered and signed as the state requires, and returns the link where it is signed.",
  stepUp: true,
  params: offerId,
  body: chosenAmount,
  answer: documentToSign,
});
