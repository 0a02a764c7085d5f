import { z } from "zod/mini";
import { locale, locales } from "../../business.ts";
import { consentKinds } from "../agreements.ts";
import { step } from "../step.ts";

const mustAgree = z.literal(true, "Required");

const fields = {
  agreeToTermsAndPrivacyPolicy: mustAgree,
  agreeToSoftPull: z.optional(z.boolean()),
  /** The language and versions of the texts shown. The default is the person's language and the current versions. */
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
    /** The texts in every language, because a person may switch the language while reading. */
    agreements: z.array(
      z.object({ kind: z.enum(consentKinds), version: z.string(), text: z.record(z.enum(locales), z.string()) }),
    ),
  }),
  completion: z.strictObject(fields),
  // A consent is never part of a draft: every checkbox starts unchecked, because consent must be given actively.
  secrets: Object.keys(fields),
});

/** The completion if the platform has credit checks enabled. */
export const consentWithCreditCheck = z.strictObject({ ...fields, agreeToSoftPull: mustAgree });
