import { z } from "zod/mini";
import { consentKinds } from "../../agreements.ts";
import { locale, locales } from "../../business.ts";
import { step } from "../step.ts";

const mustAgree = z.literal(true, "Required");

const fields = {
  agreeToTermsAndPrivacyPolicy: mustAgree,
  agreeToSoftPull: z.optional(z.boolean()),
  /** In which language and version the words stood on the screen; without it, in the person's own language and as they read now. */
  shown: z.optional(
    z.strictObject({
      language: locale,
      versions: z.partialRecord(z.enum(consentKinds), z.string().check(z.maxLength(40))),
    }),
  ),
};

export const collectConsent = step({
  screen: z.object({
    isCreditCheckEnabled: z.boolean(),
    referenceKanmonInCopy: z.boolean(),
    /** In every language, because a person may change it while reading. */
    agreements: z.array(
      z.object({ kind: z.enum(consentKinds), version: z.string(), text: z.record(z.enum(locales), z.string()) }),
    ),
  }),
  completion: z.strictObject(fields),
  // Agreeing is an act: a box that was ticked on another day is not ticked by itself.
  secrets: Object.keys(fields),
});

/** What completes the step where the platform has the owner's credit checked. */
export const consentWithCreditCheck = z.strictObject({ ...fields, agreeToSoftPull: mustAgree });
