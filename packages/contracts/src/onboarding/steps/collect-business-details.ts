import { z } from "zod/mini";
import { businessName } from "../../fields/business-name.ts";
import { addressFields, keptAddress, settleCountry, website } from "../../fields/fields.ts";
import { businessPhone } from "../../fields/phone.ts";
import { notOffered } from "../early-answers.ts";
import { step } from "../step.ts";

export const collectBusinessDetails = step({
  screen: z.object({
    businessName: z.nullable(z.string()),
    phoneNumber: z.nullable(z.string()),
    website: z.nullable(z.string()),
    address: z.nullable(keptAddress),
    /** The address was picked from the suggestions. */
    verified: z.boolean(),
    /** The owner's address, which the business may share. Null if it is not known. */
    homeAddress: z.nullable(z.object({ address: keptAddress, verified: z.boolean() })),
    notOffered,
  }),
  completion: z
    .strictObject({ businessName, phoneNumber: businessPhone, website, ...addressFields })
    .check(z.overwrite(settleCountry)),
});
