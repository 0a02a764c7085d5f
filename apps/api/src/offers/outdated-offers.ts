import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import { sql } from "kysely";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";
import { areOwnPayoffsCurrent } from "../products/public.ts";

type Round = { id: string; round: number };

/** Whether the offers of a round are not what the rules would offer since something else has happened to the business at our side. */
export const areOffersOutdated = async (tx: Tx, round: Round): Promise<boolean> =>
  (await missesAcceptedOffer(tx, round)) || (await hasPayoffChanged(tx, round));

/** Whether a product of ours that an offer of a round pays off costs another amount today, or may not be paid off any more. */
async function hasPayoffChanged(tx: Tx, { id, round }: Round): Promise<boolean> {
  const offers = await tx
    .selectFrom("offer as o")
    .innerJoin("decision as d", "d.id", "o.decision_id")
    .select(["o.terms", "o.business_id as businessId"])
    .where("o.application_id", "=", id)
    .where("d.round", "=", round)
    .orderBy("o.id")
    .execute();
  for (const { terms, businessId } of offers) {
    const today = dateAt(await businessNow(tx, businessId));
    if (!(await areOwnPayoffsCurrent(tx, businessId, terms as unknown as OfferTerms, today))) return true;
  }
  return false;
}

/** Whether the facts behind the offers of a round lack an accepted offer of another application that is being closed or was funded. */
export async function missesAcceptedOffer(tx: Tx, { id, round }: Round): Promise<boolean> {
  const { rows } = await sql<{ misses: boolean }>`
    select exists (
      select from app.decision d
      join app.decision_snapshot s on s.id = d.snapshot_id
      join app.offer o on o.business_id = d.business_id and o.application_id <> d.application_id and o.status = 'ACCEPTED'
      join app.loan_application a on a.id = o.application_id and a.status in ('CLOSE_LOAN', 'OPERATIONAL_LOAN')
      where d.application_id = ${id}::uuid and d.round = ${round} and d.outcome = 'OFFERS'
        and o.id <> all (s.counted_offer_ids)) as misses`.execute(tx);
  return rows[0]?.misses ?? false;
}
