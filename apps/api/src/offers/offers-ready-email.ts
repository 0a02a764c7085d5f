import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { prepareEmail, primaryOwnerOf, queueEmail } from "../notifications/public.ts";
import { languageOfConsent } from "../onboarding/public.ts";
import { actionPage, settingsOf } from "../platforms/public.ts";
import type { RecordedEvent } from "../workflows/public.ts";

/** Emails the primary owner that offers are ready. Several applications are often decided together, so it is one email a day. */
export async function offersReadyEmail(
  app: AppContext,
  { platformId, businessId, body }: RecordedEvent<"application.offered">,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId) return async () => {};
  const found = await inScope(app.pool, { platformId, businessId }, async (tx) => ({
    settings: await settingsOf(tx, platformId),
    business: await tx.selectFrom("business").select("name").where("id", "=", businessId).executeTakeFirstOrThrow(),
    owner: await primaryOwnerOf(tx, businessId),
    language: await languageOfConsent(tx, businessId),
    today: dateAt(await businessNow(tx, businessId)),
    offer: await tx
      .selectFrom("offer")
      .select("expires_at")
      .where("application_id", "=", body.applicationId)
      .where("status", "=", "WAITING_FOR_SELECTION")
      .orderBy("expires_at")
      .limit(1)
      .executeTakeFirst(),
  }));
  const { settings, business, owner, language, today, offer } = found;
  // The owner has chosen, withdrawn or let the offers expire in the meantime.
  if (!owner || !offer) return async () => {};
  const locale = language ?? owner.locale;
  const email = await prepareEmail(app, {
    platformId,
    businessId,
    key: `offers-ready/${businessId}/${today}`,
    template: "offers-ready" as const,
    locale,
    recipient: owner.email,
    params: {
      firstName: owner.firstName,
      businessName: business.name,
      validUntil: offer.expires_at.toISOString(),
      url: actionPage(app, { id: platformId, settings }, locale).href,
    },
  });
  return (tx) => queueEmail(tx, email);
}
