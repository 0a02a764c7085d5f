import { z } from "zod/mini";
import { settleCountry, ssn, ssnDigits } from "../../fields/fields.ts";
import { step } from "../step.ts";
import { collectPersonalDetails } from "../steps/collect-personal-details.ts";

const personal = collectPersonalDetails.completion;

export const verifyUserIdentityInformation = step({
  screen: collectPersonalDetails.screen,
  completion: z.strictObject({ personalStepPayload: personal, ssn }),
  secrets: ["ssn"],
});

/** The form's shape: the same fields, not nested, with plain digits. */
export const identityForm = z.object({ ...personal.shape, ssn: ssnDigits }).check(z.overwrite(settleCountry));
