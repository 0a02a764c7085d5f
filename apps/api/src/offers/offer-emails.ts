import { refreshableUntil } from "@inlay/lending/applications/deadlines.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type OfferStatus, offerStatusLifecycle } from "@inlay/lending/offers/offer-status.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { prepareEmail, primaryOwnerOf, queueEmail } from "../notifications/public.ts";
import { languageOfConsent } from "../onboarding/public.ts";
import { actionPage, settingsOf } from "../platforms/public.ts";
import type { EventHandler } from "../workflows/public.ts";
import { missesAcceptedOffer } from "./outdated-offers.ts";

type OfferEvent = "application.offered" | "application.expiry_reminded" | "application.offers_expired";
type Template = "offers-ready" | "offers-expiring" | "offers-expired";

/** Offers that replace others because another offer was accepted have an email of their own. */
async function isSizedAgain(tx: Tx, applicationId: string): Promise<boolean> {
  const { round } = await tx
    .selectFrom("loan_application")
    .select("round")
    .where("id", "=", applicationId)
    .executeTakeFirstOrThrow();
  return missesAcceptedOffer(tx, { id: applicationId, round: round - 1 });
}

const open = offerStatusLifecycle.states.filter((status) => !offerStatusLifecycle.isOver(status));

/**
 * Emails the primary owner about the offers of an application while these have such a status. Several applications are often decided
 * together, so it is one email of a kind a day.
 */
const emailWhile =
  (template: Template, statuses: readonly OfferStatus[], until: (expiresAt: Date) => Date): EventHandler<OfferEvent> =>
  async (app: AppContext, { platformId, businessId, body }) => {
    if (!businessId) return async () => {};
    const found = await inScope(app.pool, { platformId, businessId }, async (tx) => ({
      settings: await settingsOf(tx, platformId),
      business: await tx.selectFrom("business").select("name").where("id", "=", businessId).executeTakeFirstOrThrow(),
      owner: await primaryOwnerOf(tx, businessId),
      language: await languageOfConsent(tx, businessId),
      today: dateAt(await businessNow(tx, businessId)),
      isSizedAgain: template === "offers-ready" && (await isSizedAgain(tx, body.applicationId)),
      offer: await tx
        .selectFrom("offer as o")
        .innerJoin("loan_application as a", "a.id", "o.application_id")
        .innerJoin("decision as d", (join) => join.onRef("d.id", "=", "o.decision_id").onRef("d.round", "=", "a.round"))
        .select("o.expires_at")
        .where("o.application_id", "=", body.applicationId)
        .where("o.status", "in", [...statuses])
        .orderBy("o.expires_at")
        .limit(1)
        .executeTakeFirst(),
    }));
    const { settings, business, owner, language, today, offer } = found;
    // The owner has chosen, withdrawn, refreshed or let the offers expire in the meantime.
    if (!owner || !offer) return async () => {};
    const locale = language ?? owner.locale;
    const sent = found.isSizedAgain ? "offers-sized-again" : template;
    const email = await prepareEmail(app, {
      platformId,
      businessId,
      key: `${sent}/${businessId}/${today}`,
      template: sent,
      locale,
      recipient: owner.email,
      params: {
        firstName: owner.firstName,
        businessName: business.name,
        validUntil: until(offer.expires_at).toISOString(),
        url: actionPage(app, { id: platformId, settings }, locale).href,
      },
    });
    return (tx: Tx) => queueEmail(tx, email);
  };

export const offersReadyEmail = emailWhile("offers-ready", ["WAITING_FOR_SELECTION"], (expiresAt) => expiresAt);
export const offersExpiringEmail = emailWhile("offers-expiring", open, (expiresAt) => expiresAt);
export const offersExpiredEmail = emailWhile("offers-expired", ["EXPIRED"], refreshableUntil);
