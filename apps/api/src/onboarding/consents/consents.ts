import type { Answer } from "@inlay/contracts/call.ts";
import type { listConsents } from "@inlay/contracts/calls/onboarding.ts";
import { validationRefusal } from "@inlay/contracts/errors/validation.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { Locale } from "@inlay/contracts/locales.ts";
import { locales } from "@inlay/contracts/locales.ts";
import {
  agreementFor,
  agreements,
  agreementText,
  type ConsentGiver,
  type ConsentKind,
  lenderName,
} from "@inlay/contracts/onboarding/agreements.ts";
import type { CoOwnerCompletion } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { creditCheckConsent } from "@inlay/contracts/onboarding/steps/collect-consent.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { sql } from "kysely";
import { z } from "zod/mini";
import { record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";

/** The consents that are required. The credit consent is required only where the platform checks credit. */
const kindsAskedFor = ({ isCreditCheckEnabled }: PlatformSettings): ConsentKind[] =>
  isCreditCheckEnabled ? ["TERMS_AND_PRIVACY", "E_SIGN", "SOFT_PULL"] : ["TERMS_AND_PRIVACY", "E_SIGN"];

/** The data of the consent screen. */
export const consentScreen = (settings: PlatformSettings, giver: ConsentGiver) => ({
  isCreditCheckEnabled: settings.isCreditCheckEnabled,
  referenceKanmonInCopy: settings.referenceKanmonInCopy,
  agreements: kindsAskedFor(settings).map((kind) => agreementShown(kind, giver, settings)),
});

/** The agreement text as this platform shows it, in every language. */
function agreementShown(
  kind: ConsentKind,
  giver: ConsentGiver,
  { referenceKanmonInCopy, platformProgramName }: PlatformSettings,
) {
  const lender = lenderName(referenceKanmonInCopy, platformProgramName);
  const name = agreementFor(giver, kind);
  const text = Object.fromEntries(locales.map((language) => [language, agreementText(name, language, lender)]));
  return { kind, version: agreements[name].version, text: text as Record<Locale, string> };
}

type Circumstances = { language: Locale; address: string; userAgent: string; requestId: string };

/** Refuses an answer that lacks a required consent, or whose agreement text has changed since it was shown. */
export function refuseInvalidConsent(
  answer: CoOwnerCompletion<"COLLECT_CONSENT">,
  settings: PlatformSettings,
  giver: ConsentGiver,
): void {
  if (settings.isCreditCheckEnabled) {
    const parsed = z.safeParse(creditCheckConsent, answer);
    if (!parsed.success) throw validationRefusal(parsed.error.issues, answer, "BODY");
  }
  const versions = answer.shown?.versions ?? {};
  const isCurrent = kindsAskedFor(settings).every(
    (kind) => !answer.shown || versions[kind] === agreementShown(kind, giver, settings).version,
  );
  if (!isCurrent) throw new Refusal("CONSENT_TEXT_CHANGED");
}

/** Saves a person's consents with the exact text and the circumstances. The event sends them a copy. Returns the consent ids by kind. */
export async function saveConsents(
  tx: Tx,
  { platformId, businessId, userId, roles }: Person,
  settings: PlatformSettings,
  giver: ConsentGiver,
  { language, address, userAgent, requestId }: Circumstances,
): Promise<Map<ConsentKind, string>> {
  const rows = await tx
    .insertInto("consent")
    .values(
      kindsAskedFor(settings).map((kind) => {
        const { version, text } = agreementShown(kind, giver, settings);
        return {
          platform_id: platformId,
          business_id: businessId,
          user_id: userId,
          role: roles.join(","),
          kind,
          text_version: version,
          language,
          shown_text: text[language],
          given_at: sql<Date>`app.business_now(${businessId}::uuid)`,
          given_from: address,
          user_agent: userAgent,
          request_id: requestId,
        };
      }),
    )
    .returning(["id", "kind"])
    .execute();
  const consentIds = rows.map(({ id }) => id);
  await record(tx, {
    platformId,
    businessId,
    kind: "consent.given",
    body: { userId, consentIds },
    action: "consent.give",
    object: { kind: "user", id: userId },
    actor: { kind: "USER", id: userId },
    requestId,
  });
  return new Map(rows.map((row) => [row.kind as ConsentKind, row.id]));
}

/** The consents that this person gave for this business. Other people's consents are not visible. */
export async function consentsOf(tx: Tx, { businessId, userId }: Person): Promise<Answer<typeof listConsents>> {
  const rows = await tx
    .selectFrom("consent")
    .select(["id", "kind", "text_version", "language", "shown_text", "given_at"])
    .where("business_id", "=", businessId)
    .where("user_id", "=", userId)
    .orderBy("given_at", "desc")
    .orderBy("id")
    .execute();
  return {
    consents: rows.map((row) => ({
      id: row.id,
      kind: row.kind as ConsentKind,
      version: row.text_version,
      language: row.language as Locale,
      text: row.shown_text,
      givenAt: row.given_at.toISOString(),
    })),
  };
}
