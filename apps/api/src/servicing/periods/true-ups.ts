import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { add, type Cents, cents, least, negate, noCents, subtract, sum } from "@inlay/lending/money/cents.ts";
import type { Decimal } from "@inlay/lending/money/fraction.ts";
import { trueUp } from "@inlay/lending/products/cash-advance/true-up.ts";
import { v7 as uuidv7 } from "uuid";
import type { Tx } from "../../db/scope.ts";
import { type Order, trueUpDebit } from "../../payments/public.ts";
import { itemsOfPeriod, type ServicedProduct } from "../serviced-product.ts";
import type { PeriodSales } from "./period-sales.ts";
import { movePeriod, type Period } from "./periods.ts";

type TrueUp = {
  periodId: string;
  salesCents: Cents;
  calledCents: Cents;
  dueCents: Cents;
  outcome: "REPLACED" | "NEXT_PERIOD" | "REFUND" | "NONE";
  paymentOrderId: string | null;
};

/** What true-ups have added to a period by adding it to a later one, less what they have refunded from debits of other periods. */
async function settledElsewhere(tx: Tx, serviced: ServicedProduct, period: Period): Promise<Cents> {
  const rows = await tx
    .selectFrom("true_up as t")
    .leftJoin("payment_order as p", "p.id", "t.payment_order_id")
    .select(["t.called_cents as called", "t.due_cents as due"])
    .where("t.advance_period_id", "=", period.id)
    .where("t.outcome", "in", ["NEXT_PERIOD", "REFUND"])
    .where((row) => row.or([row("p.item", "is", null), row("p.item", "not in", itemsOfPeriod(serviced, period))]))
    .execute();
  return sum(rows.map(({ called, due }) => cents(due - called)));
}

/** What a period has called for so far, with what true-ups have changed of it. */
export const calledFor = async (tx: Tx, serviced: ServicedProduct, period: Period): Promise<Cents> =>
  add(subtract(period.amountCents ?? noCents, period.carriedCents), await settledElsewhere(tx, serviced, period));

/** What true-ups have found missing and no period calls for yet. */
export async function missingCents(tx: Tx, issuedProductId: string): Promise<Cents> {
  const rows = await tx
    .selectFrom("true_up")
    .select(["called_cents as called", "due_cents as due"])
    .where("issued_product_id", "=", issuedProductId)
    .where("outcome", "=", "NEXT_PERIOD")
    .where("carried_to_id", "is", null)
    .execute();
  return sum(rows.map(({ called, due }) => cents(due - called)));
}

/** A period calls for what was missing. */
export async function carryTo(tx: Tx, issuedProductId: string, periodId: string): Promise<void> {
  await tx
    .updateTable("true_up")
    .set({ carried_to_id: periodId })
    .where("issued_product_id", "=", issuedProductId)
    .where("outcome", "=", "NEXT_PERIOD")
    .where("carried_to_id", "is", null)
    .execute();
}

/** What a period can be corrected by: nothing while a debit of it is on its way, or waits with an amount that stays, as a retry does. */
export function correctionOf(period: Period, own: readonly Order[]): "REPLACE" | "SETTLE" | null {
  if (period.state === "PAID" || period.state === "NO_SALES") return "SETTLE";
  if ((period.state !== "DUE_ESTIMATED" && period.state !== "UNPAID") || period.salesCents !== null) return null;
  const standing = own.filter(
    ({ status }) => status !== "FAILED_PAYMENT" && status !== "CANCELLED" && status !== "REJECTED",
  );
  const isReplaceable = standing.every(
    ({ status, claimedAt, retryOfId, isOnce }) =>
      status === "SCHEDULED" && claimedAt === null && retryOfId === null && !isOnce,
  );
  return isReplaceable ? "REPLACE" : null;
}

export type Corrected = { period: Period; hasRefund: boolean };

/** The sales of a period that was called for by estimate are known before a debit was sent: it is due with its share instead. */
export async function replaceEstimate(
  tx: Tx,
  { product, today }: ServicedProduct,
  period: Period,
  { salesCents, source }: PeriodSales,
  dueCents: Cents,
): Promise<Period> {
  const calledCents = period.amountCents ?? noCents;
  const chosen = dueCents === 0 ? "NO_SALES" : period.state === "UNPAID" ? "UNPAID" : "DUE";
  const figures = { salesCents, salesSource: source, carriedCents: noCents, amountCents: dueCents, isEstimated: false };
  const moved = await movePeriod(tx, product, period, "RECONCILED", { chosen, figures });
  const outcome = "REPLACED" as const;
  await save(tx, product, today, {
    periodId: period.id,
    salesCents,
    calledCents,
    dueCents,
    outcome,
    paymentOrderId: null,
  });
  return moved;
}

/**
 * The sales of a period that was paid, or had none, are known or known better. What is missing is added to the next period. An excess is refunded
 * from the debit that has paid it; the amount of the period is then what remains of that.
 */
export async function settleDifference(
  tx: Tx,
  serviced: ServicedProduct,
  period: Period,
  { salesCents, source }: PeriodSales,
  terms: { repaymentPercentage: Decimal; balanceCents: Cents },
): Promise<Corrected> {
  const { product, today, now } = serviced;
  const amountCents = period.amountCents ?? noCents;
  const calledCents = await calledFor(tx, serviced, period);
  const { dueCents, differenceCents } = trueUp(
    { debitedCents: calledCents, actualSalesCents: salesCents, ...terms },
    plainWorksheet,
  );
  const excessCents = differenceCents < 0 ? negate(differenceCents) : noCents;
  const debit = excessCents > 0 ? debitToRefund(serviced, period, excessCents) : null;
  if (debit) await trueUpDebit(tx, debit.id, excessCents, now);
  const isOwn = debit !== null && itemsOfPeriod(serviced, period).includes(debit.item);
  const leftCents = isOwn ? subtract(amountCents, excessCents) : amountCents;
  const carriedCents = least(period.carriedCents, leftCents);
  const figures = {
    salesCents,
    salesSource: source,
    carriedCents,
    amountCents: leftCents,
    isEstimated: period.isEstimated,
  };
  const moved = await movePeriod(tx, product, period, "RECONCILED", { figures });
  await save(tx, product, today, {
    periodId: period.id,
    salesCents,
    calledCents,
    dueCents: debit === null && excessCents > 0 ? calledCents : dueCents,
    outcome: debit ? "REFUND" : differenceCents > 0 ? "NEXT_PERIOD" : "NONE",
    paymentOrderId: debit?.id ?? null,
  });
  return { period: moved, hasRefund: debit !== null };
}

/** The debit from which an excess is refunded: that of the period, or the newest of another to which a part of it was added. */
function debitToRefund(serviced: ServicedProduct, period: Period, excessCents: Cents): Order | null {
  const isOfPeriods = ({ item }: Order) => item.startsWith("period/") || item.startsWith("pay-now/");
  const settled = serviced.debits.filter((order) => order.status === "SUCCESSFUL_PAYMENT" && isOfPeriods(order));
  const names = itemsOfPeriod(serviced, period);
  const own = settled.filter(({ item }) => names.includes(item));
  const candidates = [...own, ...settled.toReversed()];
  return candidates.find(({ principalCents, feeCents }) => principalCents + feeCents >= excessCents) ?? null;
}

async function save(
  tx: Tx,
  { id, platformId, businessId }: ServicedProduct["product"],
  today: BusinessDate,
  { periodId, salesCents, calledCents, dueCents, outcome, paymentOrderId }: TrueUp,
): Promise<void> {
  await tx
    .insertInto("true_up")
    .values({
      id: uuidv7(),
      platform_id: platformId,
      business_id: businessId,
      issued_product_id: id,
      advance_period_id: periodId,
      sales_cents: salesCents,
      called_cents: calledCents,
      due_cents: dueCents,
      outcome,
      payment_order_id: paymentOrderId,
      made_on: today,
    })
    .execute();
}
