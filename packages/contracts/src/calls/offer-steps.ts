import { z } from "zod/mini";
import { bankAccount } from "../bank.ts";
import { call } from "../call.ts";
import { taxOnFile } from "../fields/tax.ts";
import { uuid, uuidV4 } from "../ids.ts";
import { offer } from "../offer-group.ts";
import { offerStep } from "../onboarding/workflow.ts";

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
