import { type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { isOf } from "@inlay/lending/mechanics/obligation.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { DueJob } from "../clock/public.ts";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";
import { isLine } from "../products/public.ts";
import type { EventHandler } from "../workflows/public.ts";
import { age } from "./age.ts";
import { assessFees, waiveOldFees } from "./assess-fees.ts";
import { collect, withdrawDebits } from "./collect.ts";
import { followLine } from "./draws/follow-line.ts";
import { followPayNow } from "./follow-pay-now.ts";
import { followPayoff } from "./follow-payoff.ts";
import { followPayoffRequest, readPayoffRequest } from "./payoff-request.ts";
import { followAuthorization } from "./periods/follow-authorization.ts";
import { followPeriods } from "./periods/follow-periods.ts";
import { areSalesAwaited } from "./periods/period-sales.ts";
import { followReceivables } from "./receivables/follow-receivables.ts";
import { lockServiced, openPayoffsOf, type Payoff, type PayoffItem, type ServicedProduct } from "./serviced-product.ts";
import { turnAutopayOff } from "./turn-autopay-off.ts";

/**
 * Brings the servicing of a product up to date: its debits are ordered or withdrawn, the steps of delinquency done, fees assessed and waived.
 * It decides by what stands and not by what has just happened, so that it may run at any time and any number of times.
 */
export async function serviceProduct(tx: Tx, issuedProductId: string, now: Date): Promise<void> {
  const read = () => lockServiced(tx, issuedProductId, now);
  const before = await read();
  if (!before) return;
  const followed = (await followPayoff(tx, before)) ? ((await read()) ?? before) : before;
  const paid = (await followPayNow(tx, followed)) ? ((await read()) ?? followed) : followed;
  const periods = await followPeriods(tx, paid);
  const serviced = periods.hasChanged ? ((await read()) ?? paid) : paid;
  const lookAgainOn = await followReceivables(tx, serviced);
  const line = await followLine(tx, serviced);
  const current = line.hasChanged ? ((await read()) ?? serviced) : serviced;
  const days = [...(await upToDate(tx, current, read)), ...line.days, ...(lookAgainOn ? [lookAgainOn] : [])];
  const breachAt = await followAuthorization(tx, serviced);
  const openRequest = await readPayoffRequest(tx, issuedProductId);
  // Few products have one, so the product is read again only for those.
  if (openRequest) await followPayoffRequest(tx, (await read()) ?? serviced, openRequest);
  const request = openRequest && (await readPayoffRequest(tx, issuedProductId));
  const [next] = days.filter((day) => day > serviced.today).toSorted();
  const moments = [
    next && easternInstant(next, clock(0, 0)),
    ...serviced.payoffs.map(({ scheduleReturnsAt }) => scheduleReturnsAt),
    serviced.lastPayNow?.scheduleReturnsAt,
    request?.expiresAt,
    periods.nextAt,
    breachAt,
  ].flatMap((at) => (at && at > now ? [at] : []));
  const [first] = moments.toSorted((a, b) => a.getTime() - b.getTime());
  await tx
    .updateTable("product_servicing")
    .set({ next_action_at: first ?? null })
    .where("id", "=", serviced.id)
    .execute();
}

async function upToDate(
  tx: Tx,
  before: ServicedProduct,
  read: () => Promise<ServicedProduct | null>,
): Promise<BusinessDate[]> {
  const { product } = before;
  // Its payout came back, or it is over. A payment that is returned later reopens it, which leads back to here.
  if (product.fundedOn === null || issuedProductLifecycle.isOver(product.loanStatus)) {
    await withdrawDebits(tx, before, null);
    return [];
  }
  // A product in default is not debited any more. What its owner pays is ordered by the owner.
  if (product.loanStatus === "DEFAULTED") {
    await withdrawDebits(tx, before, null, isOrderedByOwner);
    return (await age(tx, before)).days;
  }
  if (before.isAutopayOff) await turnAutopayOff(tx, before);
  // What was ordered meanwhile, such as the retry of a debit that came back, would be paid a second time by the payoff.
  const payoffs = openPayoffsOf(before);
  if (payoffs.length > 0) await withdrawDebits(tx, before, "EARLY_PAYOFF", isBesidePayoffs(payoffs));
  // Debits are ordered first: an item that we debit late ages from the day of its debit.
  const orders = await collect(tx, before);
  const collected =
    payoffs.length > 0 || before.isAutopayOff || orders.hasChanged ? ((await read()) ?? before) : before;
  const steps = await age(tx, collected);
  const aged = steps.hasChanged ? ((await read()) ?? collected) : collected;
  const hasNewFees = await assessFees(tx, aged);
  const assessed = hasNewFees ? ((await read()) ?? aged) : aged;
  const feeDays = hasNewFees ? (await collect(tx, assessed)).days : [];
  const waiveOn = await waiveOldFees(tx, assessed);
  return [...orders.days, ...steps.days, ...feeDays, ...(waiveOn ? [waiveOn] : [])];
}

/** Whether an order is a payoff, or for another draw or invoice than those that are paid off. */
const isBesidePayoffs =
  (payoffs: readonly Payoff[]) =>
  (order: { id: string } & PayoffItem): boolean =>
    payoffs.every((payoff) => payoff.paymentOrderId === order.id || !isOf(payoff)(order));

const isOrderedByOwner = ({ isOnce }: { isOnce: boolean }): boolean => isOnce;

/** Services a product on each day on which a debit is to be ordered or a step of delinquency begins. */
export const serviceDueProduct: DueJob = {
  name: "product.service",
  table: "product_servicing",
  act: async (tx, { id }, now) => {
    const { issuedProductId } = await tx
      .selectFrom("product_servicing")
      .select("issued_product_id as issuedProductId")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await serviceProduct(tx, issuedProductId, now);
  },
};

/** The products whose daily life is kept here. */
const serviced: readonly string[] = [
  "TERM_LOAN",
  "LOC_TERM_LOAN",
  "FAST_PAY",
  "EXTEND_PAY_PURCHASE_ORDER",
  "MCA",
  "INTEGRATED_MCA",
];

/** A payout was submitted, and with it what is owed exists. A line is serviced from its opening on. */
export const beginServicing: EventHandler<"product.funded" | "product.issued"> =
  async (_app, { kind, platformId, businessId, body: { issuedProductId } }) =>
  async (tx) => {
    if (!businessId) return;
    const product = await tx
      .selectFrom("issued_product")
      .select("product_type")
      .where("id", "=", issuedProductId)
      .executeTakeFirstOrThrow();
    const productType = product.product_type as ProductType;
    if (!serviced.includes(productType) || (kind === "product.issued" && !isLine({ productType }))) return;
    await tx
      .insertInto("product_servicing")
      .values({ platform_id: platformId, business_id: businessId, issued_product_id: issuedProductId })
      .onConflict((conflict) => conflict.column("issued_product_id").doNothing())
      .execute();
    await serviceProduct(tx, issuedProductId, await businessNow(tx, businessId));
  };

/** Something has happened to a product outside of servicing. */
export const followProduct: EventHandler<"product.funding_returned" | "product.status_changed"> =
  async (_app, { businessId, body: { issuedProductId } }) =>
  async (tx) => {
    if (businessId) await serviceProduct(tx, issuedProductId, await businessNow(tx, businessId));
  };

/** A debit of a product was postponed or sent, or has an outcome. */
export const followDebit: EventHandler<
  | "payment.rescheduled"
  | "payment.submitted"
  | "payment.settled"
  | "payment.failed"
  | "payment.returned"
  | "payment.cancelled"
> =
  async (_app, { businessId, body: { paymentOrderId } }) =>
  async (tx) => {
    const order = await tx
      .selectFrom("payment_order")
      .select("issued_product_id as issuedProductId")
      .where("id", "=", paymentOrderId)
      .executeTakeFirst();
    if (businessId && order?.issuedProductId)
      await serviceProduct(tx, order.issuedProductId, await businessNow(tx, businessId));
  };

/** The account that is debited may be another one, may be debited again or not any more, or staff have repaired what kept a debit from being sent. */
export const followBusiness: EventHandler<
  | "account_change.made"
  | "account_change.stopped"
  | "bank_account.authorization_revoked"
  | "bank_account.authorized"
  | "bank_account.changed"
  | "bank_account.retired"
  | "bank_account.unblocked"
  | "bank_account.verified"
  | "task.resolved"
> =
  async (_app, { businessId }) =>
  async (tx) => {
    if (businessId) await serviceAll(tx, businessId, serviced);
  };

/** The transactions of a bank were read. The periods of the business's advances may wait for its card sales. */
export const followBankSales: EventHandler<"bank_item.read"> =
  async (_app, { businessId }) =>
  async (tx) => {
    if (businessId) await serviceAll(tx, businessId, ["MCA"]);
  };

/** A platform has reported the sales of a day, most often one of a period that has not ended yet. */
export const followSalesDay: EventHandler<"sales_day.recorded"> =
  async (_app, { businessId, body: { date } }) =>
  async (tx) => {
    if (businessId && (await areSalesAwaited(tx, businessId, businessDate(date))))
      await serviceAll(tx, businessId, ["MCA"]);
  };

/** A receivable has arrived. Only an advance whose receivables were missing has anything to do about it. */
export const followReceivable: EventHandler<"receivable.accepted" | "receivable.reversed"> =
  async (_app, { businessId, body: { issuedProductId } }) =>
  async (tx) => {
    const missing = await tx
      .selectFrom("product_servicing")
      .select("id")
      .where("issued_product_id", "=", issuedProductId)
      .where("receivables_missing_since", "is not", null)
      .executeTakeFirst();
    if (missing && businessId) await serviceProduct(tx, issuedProductId, await businessNow(tx, businessId));
  };

async function serviceAll(tx: Tx, businessId: string, productTypes: readonly string[]): Promise<void> {
  const now = await businessNow(tx, businessId);
  for (const { id } of await servicedOf(tx, businessId, productTypes)) await serviceProduct(tx, id, now);
}

/** The products of a business that are serviced, in the order in which they are locked. */
export const servicedOf = (
  tx: Tx,
  businessId: string,
  productTypes: readonly string[] = serviced,
): Promise<{ id: string; productType: string }[]> =>
  tx
    .selectFrom("product_servicing as s")
    .innerJoin("issued_product as p", "p.id", "s.issued_product_id")
    .select(["p.id", "p.product_type as productType"])
    .where("s.business_id", "=", businessId)
    .where("p.product_type", "in", productTypes)
    .orderBy("p.id")
    .execute();
