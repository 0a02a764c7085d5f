import { z } from "zod/mini";
import { businessName } from "../../fields/business-name.ts";
import { addressFields, ein, einDigits, keptAddress, settleCountry } from "../../fields/fields.ts";
import { businessPhone } from "../../fields/phone.ts";
import { step } from "../step.ts";

const details = { businessName, phoneNumber: businessPhone, ...addressFields };

export const verifyBusinessInformation = step({
  screen: z.object({
    businessName: z.nullable(z.string()),
    phoneNumber: z.nullable(z.string()),
    address: z.nullable(keptAddress),
    /** The address was picked from the suggestions. */
    verified: z.boolean(),
  }),
  completion: z.strictObject({
    businessStepPayload: z.strictObject({ ...details, tin: ein }).check(z.overwrite(settleCountry)),
  }),
  secrets: ["businessStepPayload"],
});

/** The form's shape: the same fields with plain digits. */
export const businessForm = z.object({ ...details, tin: einDigits }).check(z.overwrite(settleCountry));
