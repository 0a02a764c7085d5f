import type { Answer, Parsed } from "@inlay/contracts/call.ts";
import type { listProductActivity } from "@inlay/contracts/calls/term-loan.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { FeeType } from "@inlay/lending/ledger/accounts.ts";
import { activityEvents, activityOf } from "@inlay/lending/servicing/activity.ts";
import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";

/** A page of the portal has this many entries. */
const pageLength = 24;

type Found = {
  id: string;
  kind: string;
  body: Record<string, unknown>;
  happenedAt: Date;
  amountCents: number | null;
  on: string | null;
  feeType: FeeType | null;
  isToBusiness: boolean;
};

/**
 * Lists what happened to a product, newest first, from the events of its business. An event names the product itself or a payment of it; the
 * amount and the day are those of the payment, payoff or obligation that it names.
 */
export async function listActivity(
  tx: Tx,
  businessId: string,
  issuedProductId: string,
  { after, limit = pageLength }: Parsed<typeof listProductActivity, "query">,
): Promise<Answer<typeof listProductActivity>> {
  const own = await tx
    .selectFrom("issued_product")
    .select("id")
    .where("id", "=", issuedProductId)
    .where("business_id", "=", businessId)
    .executeTakeFirst();
  if (!own) throw new Refusal("NOT_FOUND", { context: { object: "issued product" } });
  const found = await sql<Found>`
    select e.id, e.kind, e.body, e.happened_at as "happenedAt",
      coalesce(p.amount_cents, f.amount_cents, n.amount_cents, r.amount_cents, o.owed_fee_cents + o.owed_principal_cents + o.owed_interest_cents)::int
        as "amountCents",
      coalesce(p.effective_on, f.effective_on, n.effective_on, r.effective_on, (e.body->>'toOn')::date)::text as "on",
      coalesce(p.fee_type, o.fee_type) as "feeType",
      coalesce(p.direction = 'OUTGOING', false) as "isToBusiness"
    from app.event e
    join jsonb_to_recordset(${JSON.stringify(activityEvents)}::jsonb) as told(event text, field text, value text)
      on told.event = e.kind and (told.field is null or e.body->>told.field = told.value)
    left join app.payment_order p on p.id = (e.body->>'paymentOrderId')::uuid
    left join app.payoff f on f.id = (e.body->>'payoffId')::uuid
    left join app.pay_now n on n.id = (e.body->>'payNowId')::uuid
    left join app.payoff_request r on r.id = (e.body->>'payoffRequestId')::uuid
    left join app.obligation o on o.id = (e.body->>'obligationId')::uuid
    where e.stream = ${businessId}::uuid
      and (e.body->>'issuedProductId' = ${issuedProductId} or p.issued_product_id = ${issuedProductId}::uuid)
      and (${after ?? null}::uuid is null or e.sequence <
        (select a.sequence from app.event a where a.id = ${after ?? null}::uuid and a.stream = ${businessId}::uuid))
    order by e.sequence desc
    limit ${limit + 1}`.execute(tx);
  const told = found.rows.flatMap(({ body, happenedAt, ...entry }) => {
    const kind = activityOf(entry.kind, body);
    return kind ? [{ ...entry, kind, happenedAt: happenedAt.toISOString() }] : [];
  });
  return { activity: told.slice(0, limit), hasMore: told.length > limit };
}
