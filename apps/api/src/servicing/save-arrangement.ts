import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import type { ArrangementKind } from "@inlay/lending/servicing/arrangements.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { Item, ServicedProduct } from "./serviced-product.ts";

type Arrangement = {
  kind: ArrangementKind;
  item: Item;
  /** The day on which the payment was due or collected before. */
  from: BusinessDate;
  /** The chosen day, or the two of a split payment with their amounts. */
  days: readonly { to: BusinessDate; part: number | null; amountCents: Cents | null }[];
  /** The debit of the chosen day, if it is not ordered by the schedule. */
  paymentOrderId: string | null;
  planVersion: number | null;
  debitAuthorizationId: string | null;
};

/** What an arrangement has where it does not say otherwise. */
export const simpleArrangement = { paymentOrderId: null, planVersion: null, debitAuthorizationId: null } as const;

const actions: Record<ArrangementKind, string> = {
  RETRY_DAY: "payment.choose-retry-day",
  MOVE: "payment.move",
  SPLIT: "payment.split",
  HARDSHIP: "payment.put-off",
};

type ArrangedBy = { actor: { kind: "USER" | "STAFF"; id: string }; requestId: string };

/** Saves what was arranged about a payment of a locked product. */
export async function saveArrangement(
  tx: Tx,
  { product, today }: ServicedProduct,
  arrangement: Arrangement,
  { actor, requestId }: ArrangedBy,
): Promise<void> {
  const { kind, item, from, days, paymentOrderId, planVersion, debitAuthorizationId } = arrangement;
  const { id: issuedProductId, platformId, businessId } = product;
  const obligationId = item.obligation.id;
  await tx
    .insertInto("arrangement")
    .values(
      days.map(({ to, part, amountCents }) => ({
        platform_id: platformId,
        business_id: businessId,
        issued_product_id: issuedProductId,
        obligation_id: obligationId,
        advance_period_id: item.periodId,
        part,
        kind,
        from_on: from,
        to_on: to,
        amount_cents: amountCents,
        payment_order_id: paymentOrderId,
        debit_authorization_id: debitAuthorizationId,
        made_by: actor.kind === "USER" ? actor.id : null,
        made_by_member: actor.kind === "STAFF" ? actor.id : null,
        made_on: today,
        plan_version: planVersion,
      })),
    )
    .execute();
  const [first, second] = days;
  if (!first) throw new Error("an arrangement has a day");
  await record(tx, {
    platformId,
    businessId,
    kind: "product.payment_arranged",
    body: { issuedProductId, obligationId, arrangement: kind, toOn: first.to, secondOn: second?.to ?? null },
    action: actions[kind],
    object: { kind: "issued product", id: issuedProductId },
    before: { obligationId, on: from },
    after: { obligationId, on: days.map(({ to }) => to).join(", "), ...(planVersion !== null && { planVersion }) },
    actor,
    requestId,
  });
}
