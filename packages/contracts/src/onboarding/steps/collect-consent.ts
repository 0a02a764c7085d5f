import { z } from "zod/mini";
import { locale } from "../../business.ts";
import { locales } from "../../locales.ts";
import { consentKinds } from "../agreements.ts";
import { notOffered } from "../early-answers.ts";
import { saysWhatOtherIs, shownStatement, statementFields } from "../owner-statement.ts";
import { step } from "../step.ts";

const mustAgree = z.literal(true, "Required");

const consentFields = {
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

const consentScreen = {
  isCreditCheckEnabled: z.boolean(),
  referenceKanmonInCopy: z.boolean(),
  /** The texts in every language, because a person may switch the language while reading. */
  agreements: z.array(
    z.object({ kind: z.enum(consentKinds), version: z.string(), text: z.record(z.enum(locales), z.string()) }),
  ),
};

// A consent is never part of a draft: every checkbox starts unchecked, because consent must be given actively.
const ticked = Object.keys(consentFields);

export const collectConsent = step({
  screen: z.object({ ...consentScreen, statement: shownStatement, notOffered }),
  completion: z.strictObject({ ...consentFields, ...statementFields }).check(saysWhatOtherIs),
  secrets: [...ticked, "businessPurposeOnly"],
});

/** A co-owner consents and states nothing about the application. */
export const collectCoOwnerConsent = step({
  screen: z.object(consentScreen),
  completion: z.strictObject(consentFields),
  secrets: ticked,
});

// The completions if the platform has credit checks enabled.
const agreesToCreditCheck = { agreeToSoftPull: mustAgree };
export const creditCheckConsent = z.object(agreesToCreditCheck);
export const consentWithCreditCheck = z
  .strictObject({ ...consentFields, ...statementFields, ...agreesToCreditCheck })
  .check(saysWhatOtherIs);
export const coOwnerConsentWithCreditCheck = z.strictObject({ ...consentFields, ...agreesToCreditCheck });
