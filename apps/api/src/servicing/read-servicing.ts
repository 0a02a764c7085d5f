import { Refusal } from "@inlay/contracts/errors.ts";
import type { ProductServicing } from "@inlay/contracts/staff/calls/servicing.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { isAssessed, isPaid, totalOf } from "@inlay/lending/mechanics/obligation.ts";
import { advanceRowStatus } from "@inlay/lending/products/cash-advance/payment-row.ts";
import { daysPastDueOf } from "@inlay/lending/servicing/aging.ts";
import type { DelinquencyCode } from "@inlay/lending/servicing/delinquency.ts";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";
import type { Order } from "../payments/public.ts";
import { daysPastDueOfProduct } from "./age.ts";
import { readBreach } from "./periods/follow-authorization.ts";
import type { Period } from "./periods/periods.ts";
import { readReceivablesOf } from "./receivables/follow-receivables.ts";
import {
  debitsOfPeriod,
  isDebitOf,
  isDebitOnItsWay,
  isDebitWithdrawable,
  itemOf,
  lockServiced,
  ordersOf,
  readServiced,
  type ServicedProduct,
} from "./serviced-product.ts";

/** Locks a product in servicing for a person. Refused if the business has none with this id. */
export async function lockOwn(tx: Tx, businessId: string, issuedProductId: string): Promise<ServicedProduct> {
  const serviced = await lockServiced(tx, issuedProductId, await businessNow(tx, businessId));
  if (serviced?.product.businessId !== businessId)
    throw new Refusal("NOT_FOUND", { context: { object: "issued product" } });
  return serviced;
}

/**
 * Reads a product in servicing to show a person something of it. It takes no lock, so that looking keeps no debit waiting: what the person then
 * authorizes is decided under the lock.
 */
export async function readOwn(tx: Tx, businessId: string, issuedProductId: string): Promise<ServicedProduct> {
  const serviced = await readServiced(tx, issuedProductId, await businessNow(tx, businessId));
  if (serviced?.product.businessId !== businessId)
    throw new Refusal("NOT_FOUND", { context: { object: "issued product" } });
  return serviced;
}

/** Reads the servicing of a product as staff see it. */
export async function readServicing(tx: Tx, businessId: string, issuedProductId: string): Promise<ProductServicing> {
  const serviced = await readOwn(tx, businessId, issuedProductId);
  const { product, obligations, debits, today } = serviced;
  const original = await tx
    .selectFrom("obligation")
    .select(["id", "original_due_on as on"])
    .where("issued_product_id", "=", issuedProductId)
    .execute();
  const originalOf = new Map(original.map(({ id, on }) => [id, on as unknown as BusinessDate | null]));
  const steps = await tx
    .selectFrom("delinquency_step")
    .select(["obligation_id", "step", "days_past_due", "done_on"])
    .where("issued_product_id", "=", issuedProductId)
    .orderBy("id")
    .execute();
  const breach = await readBreach(tx, issuedProductId);
  return {
    issuedProductId,
    loanStatus: product.loanStatus,
    daysPastDue: daysPastDueOfProduct(serviced),
    writtenOffAt: product.writtenOffAt?.toISOString() ?? null,
    breach: breach && { state: breach.state, lostOn: breach.lostOn, cureBy: breach.cureBy },
    items: obligations.flatMap((obligation) => {
      const { id, number, dueOn, feeType, owed, paid, waived } = obligation;
      if (dueOn === null) return [];
      const isAging = !isAssessed(obligation) && !isPaid(obligation);
      return {
        obligationId: id,
        number,
        feeType,
        dueOn,
        originalDueOn: originalOf.get(id) ?? dueOn,
        owedCents: totalOf(owed),
        paidCents: totalOf(paid),
        waivedCents: totalOf(waived),
        daysPastDue: isAging ? daysPastDueOf({ dueOn, orders: ordersOf(serviced, obligation) }, today) : 0,
        debits: debits.filter((order) => isDebitOf(order, itemOf(obligation))).map(debitView),
      };
    }),
    periods: serviced.periods.map((period) => periodView(period, serviced)),
    receivables: await readReceivablesOf(tx, serviced),
    steps: steps.map((row) => ({
      obligationId: row.obligation_id,
      step: row.step as DelinquencyCode,
      daysPastDue: row.days_past_due,
      doneOn: String(row.done_on),
    })),
  };
}

const debitView = (order: Order) => ({
  paymentOrderId: order.id,
  status: order.status,
  amountCents: order.amountCents,
  effectiveOn: order.effectiveOn,
  retriesMade: order.retriesMade,
  returnCode: order.returnCode,
});

function periodView(period: Period, serviced: ServicedProduct): ProductServicing["periods"][number] {
  const { id: periodId, number, startsOn, endsOn, paymentOn, state } = period;
  const { salesCents, carriedCents, amountCents, isEstimated } = period;
  const own = debitsOfPeriod(serviced, period);
  const isStanding = (order: Order) => isDebitOnItsWay(order) || isDebitWithdrawable(order);
  // A retry that waits for its day or is on its way repeats a debit that has failed.
  const isDebitFailedOrMissing = !own.some((order) => isStanding(order) && order.retryOfId === null);
  const row = { periodEndOn: endsOn, amountCents, isPaid: state === "PAID", isDebitFailedOrMissing };
  const { label } = advanceRowStatus(row, serviced.today);
  return {
    periodId,
    number,
    startsOn,
    endsOn,
    paymentOn,
    state,
    label,
    salesCents,
    carriedCents,
    amountCents,
    isEstimated,
    debits: own.map(debitView),
  };
}
