import { Refusal } from "@inlay/contracts/errors.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { isInRange } from "@inlay/lending/mechanics/amount-range.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { quotableAmount } from "@inlay/lending/offers/adjustable-amount.ts";
import { offeredTerms } from "@inlay/lending/offers/offered-terms.ts";
import { offerPricing } from "@inlay/lending/offers/pricing.ts";
import type { Tx } from "../db/scope.ts";
import { amountOutOfRange } from "../disclosures/public.ts";
import { shownStates } from "./list-offers.ts";

/** A shown offer at an amount that its owner may choose, or try; any other is refused. Null: the largest amount. */
export async function readQuotableOffer(tx: Tx, businessId: string, offerId: string, askedCents: number | null) {
  const row = await tx
    .selectFrom("offer as o")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .innerJoin("decision as d", "d.id", "o.decision_id")
    .innerJoin("decision_snapshot as s", "s.id", "d.snapshot_id")
    .select(["o.terms", "o.amount_cents", "o.decision_id", "s.taken_at"])
    .where("o.id", "=", offerId)
    .where("o.business_id", "=", businessId)
    .where("a.status", "in", shownStates)
    .executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND", { context: { object: "offer" } });
  const pricing = offerPricing.parse(row.terms);
  const largestCents = cents(Number(row.amount_cents));
  const amountCents = askedCents === null ? largestCents : cents(askedCents);
  if (amountCents !== largestCents) {
    const range = quotableAmount(pricing, largestCents);
    if (!range) throw new Refusal("AMOUNT_NOT_ADJUSTABLE");
    if (!isInRange(range, amountCents)) throw amountOutOfRange(range);
  }
  return { pricing, amountCents, decisionId: row.decision_id, pricedOn: dateAt(row.taken_at) };
}

/** The figures of an offer at an amount that its owner may choose, or try. */
export async function quoteOffer(tx: Tx, businessId: string, offerId: string, askedCents: number) {
  const { pricing, amountCents, decisionId, pricedOn } = await readQuotableOffer(tx, businessId, offerId, askedCents);
  const siblings = await tx.selectFrom("offer").select("terms").where("decision_id", "=", decisionId).execute();
  const all = siblings.map(({ terms }) => offerPricing.parse(terms));
  return offeredTerms(pricing, pricedOn, all, amountCents);
}
