import { z } from "zod/mini";
import { addressFields, email, firstName, keptAddress, lastName, settleCountry } from "../../fields/fields.ts";
import { ownerPhone } from "../../fields/phone.ts";
import { step } from "../step.ts";

export const collectPersonalDetails = step({
  screen: z.object({
    primaryBusinessOwnerFirstName: z.nullable(z.string()),
    primaryBusinessOwnerLastName: z.nullable(z.string()),
    primaryBusinessOwnerEmail: z.nullable(z.string()),
    phoneNumber: z.nullable(z.string()),
    address: z.nullable(keptAddress),
    /** The address was picked from the suggestions. */
    verified: z.boolean(),
  }),
  completion: z
    .strictObject({
      primaryBusinessOwnerFirstName: firstName,
      primaryBusinessOwnerLastName: lastName,
      primaryBusinessOwnerEmail: email,
      phoneNumber: ownerPhone,
      ...addressFields,
    })
    .check(z.overwrite(settleCountry)),
});
