import type { OfferGroup } from "@inlay/contracts/offer-group.ts";
import type { LoanApplicationState } from "@inlay/lending/applications/loan-application.ts";
import { shownApplication } from "@inlay/lending/applications/where-it-stands.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { OfferStatus } from "@inlay/lending/offers/offer-status.ts";
import { offeredTerms } from "@inlay/lending/offers/offered-terms.ts";
import { offerPricing } from "@inlay/lending/offers/pricing.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { productPriority } from "@inlay/lending/products/priority.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";
import { listIssuedProducts } from "../products/public.ts";

/** The states of an application whose offers its owner may see. While the platform may still add its mark-up, they have no price yet. */
export const shownStates: LoanApplicationState[] = [
  "WAITING_FOR_ACCEPTANCE",
  "CLOSE_LOAN",
  "OPERATIONAL_LOAN",
  "EXPIRED",
];

/** The applications of a business that have offers: the shown one first, the others by product. Offers that were refreshed are left out. */
export async function listOffers(tx: Tx, businessId: string): Promise<OfferGroup[]> {
  const rows = await tx
    .selectFrom("offer as o")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .innerJoin("decision as d", (join) => join.onRef("d.id", "=", "o.decision_id").onRef("d.round", "=", "a.round"))
    .innerJoin("decision_snapshot as s", "s.id", "d.snapshot_id")
    .select(["o.id", "o.terms", "o.is_locked", "o.is_counter_offer", "o.state", "o.capital_provider_id"])
    .select([
      "o.expires_at",
      "o.status as offerStatus",
      "o.chosen_amount_cents",
      "o.selected_at",
      "o.created_at",
      "o.updated_at",
      "s.taken_at",
    ])
    .select(["a.id as applicationId", "a.product", "a.status", "a.offer_step", "a.received_at"])
    .select("a.created_at as appliedAt")
    .where("o.business_id", "=", businessId)
    .where("a.status", "in", shownStates)
    // Only term loans have several offers, one for each term.
    .orderBy(sql`(o.terms ->> 'durationDays')::integer`)
    .orderBy("o.id")
    .execute();
  const applications = [...new Map(rows.map((row) => [row.applicationId, row])).values()].map((row) => ({
    id: row.applicationId,
    product: row.product as ProductType,
    status: row.status as LoanApplicationState,
    offerStep: row.offer_step as OfferStep,
    receivedAt: row.received_at,
    createdAt: row.appliedAt,
  }));
  const shown = shownApplication(applications);
  const rank = ({ id, product }: (typeof applications)[number]) =>
    id === shown?.id ? -1 : productPriority.indexOf(product);
  const issued = (await listIssuedProducts(tx, businessId)).map(({ product }) => product);
  return applications
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ id, createdAt }) => {
      const offers = rows.filter(({ applicationId }) => applicationId === id);
      const priced = offers.map((row) => ({
        ...row,
        pricing: offerPricing.parse(row.terms),
        // The figures are those of the day on which the facts were read, as the stored APR is.
        pricedOn: dateAt(row.taken_at),
      }));
      const all = priced.map(({ pricing }) => pricing);
      return {
        loanApplicationId: id,
        createdAt: createdAt.toISOString(),
        offers: priced.map((row) => ({
          id: row.id,
          loanApplicationId: id,
          businessId,
          capitalProviderId: row.capital_provider_id,
          status: row.offerStatus as OfferStatus,
          locked: row.is_locked,
          selectedAt: row.selected_at?.toISOString() ?? null,
          chosenAmountCents: row.chosen_amount_cents === null ? null : Number(row.chosen_amount_cents),
          createdAt: row.created_at.toISOString(),
          updatedAt: row.updated_at.toISOString(),
          expiredAt: row.expires_at.toISOString(),
          isCounterOffer: row.is_counter_offer,
          state: row.state,
          pricedOn: row.pricedOn,
          pricing: row.pricing,
          terms: offeredTerms(row.pricing, row.pricedOn, all, null),
        })),
        issuedProducts: issued.filter(({ offerId }) => offers.some((offer) => offer.id === offerId)),
      };
    });
}
