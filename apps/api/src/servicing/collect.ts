import { bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { isAssessed, isPaid, totalOf } from "@inlay/lending/mechanics/obligation.ts";
import {
  collectedOn,
  isWithdrawable,
  nextDebit,
  orderedFrom,
  outOfWeeks,
} from "@inlay/lending/servicing/collection.ts";
import type { Tx } from "../db/scope.ts";
import { cancelOrder, createOrder, retryOrder } from "../payments/public.ts";
import { itemOfPeriod } from "./periods/periods.ts";
import {
  bySystem,
  debitedItems,
  type Item,
  isDebitOf,
  isDebitWithdrawable,
  isPaidNow,
  isScheduleReplaced,
  itemOf,
  type Progress,
  type ServicedProduct,
  takenDaysOf,
  unpaidItems,
} from "./serviced-product.ts";

/**
 * Orders the debits of a product's unpaid items a few banking days ahead, and withdraws those whose amount has changed. A debit is named by
 * its obligation and attempt, so that repeating this changes nothing, and what was missed while nobody worked is ordered for the next file.
 * Returns whether an order was made or withdrawn, and the days on which further debits are to be ordered.
 *
 * Debits are ordered when the payout was submitted, which creates the obligations, and not only when it has settled: the first one is due a
 * month later, and a payout that comes back cancels its obligations.
 */
export async function collect(tx: Tx, serviced: ServicedProduct): Promise<Progress> {
  const { accountId, today, now } = serviced;
  const progress: Progress = { hasChanged: false, days: [] };
  const withdraw = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) await cancelOrder(tx, id, null, bySystem);
    progress.hasChanged ||= ids.length > 0;
  };
  const paid = paidDebits(serviced);
  await withdraw(paid);
  // Without an authorized account the owner is asked for one, and its choice leads back to here.
  if (accountId === null || serviced.isAutopayOff) return progress;
  const items = [...debitedItems(serviced), ...unpaidItems(serviced, "fees")];
  const others = [...debitsOfOtherPeriods(serviced, items), ...debitsOfOtherParts(serviced, items)];
  await withdraw(others.map(({ id }) => id).filter((id) => !paid.includes(id)));
  const orderedParts = new Map<string, BusinessDate>();
  for (const item of items) {
    if (isScheduleReplaced(serviced, item.obligation)) continue;
    if (isPaidNow(serviced, item)) {
      await withdraw(item.orders.filter(isWithdrawable).map(({ id }) => id));
      continue;
    }
    const unpaidCents = totalOf(item.unpaid);
    const isPart = item.part !== null;
    const orderedDay = orderedParts.get(item.obligation.id);
    const takenDays = [...takenDaysOf(serviced, item), ...(isPart && orderedDay ? [orderedDay] : [])];
    const wanted = { dueOn: item.dueOn, unpaidCents, isPart, takenDays };
    const { cancel, orderFrom, insteadOf } = nextDebit(wanted, item.orders, accountId);
    await withdraw(cancel);
    if (orderFrom === null) continue;
    // The days of parts were agreed on, so both are ordered at once.
    if (!isPart && orderedFrom(orderFrom) > today) {
      progress.days.push(orderedFrom(orderFrom));
      continue;
    }
    const from = isPart ? outOfWeeks(collectedOn(orderFrom, now), takenDays) : orderFrom;
    if (insteadOf) await retryAgain(tx, serviced, insteadOf, accountId, from);
    else await orderDebit(tx, serviced, item, accountId, from);
    if (isPart) orderedParts.set(item.obligation.id, from);
    progress.hasChanged = true;
  }
  return progress;
}

/** The waiting debits of what another payment has paid meanwhile, or was waived. */
function paidDebits({ obligations, debits }: ServicedProduct): string[] {
  const paid = obligations.filter(isPaid).map(itemOf);
  const isOfPaid = (order: ServicedProduct["debits"][number]) => paid.some((name) => isDebitOf(order, name));
  return debits.filter((order) => isDebitWithdrawable(order) && isOfPaid(order)).map(({ id }) => id);
}

/** The waiting debits of parts that call for nothing any more, and of installments that are collected in parts or as a whole instead. */
const debitsOfOtherParts = ({ debits, parts }: ServicedProduct, items: readonly Item[]) => {
  const isSplit = ({ item }: ServicedProduct["debits"][number]) =>
    parts.some(({ obligationId }) => item.startsWith(`installment/${obligationId}`));
  return debits.filter(
    (order) => isDebitWithdrawable(order) && isSplit(order) && !items.some(({ name }) => name === order.item),
  );
};

/** The waiting debits of periods that call for nothing any more: the sales were none, or the advance was paid by something else. */
const debitsOfOtherPeriods = ({ periods, debits }: ServicedProduct, items: readonly Item[]) => {
  const settled = periods.filter(({ id }) => !items.some(({ periodId }) => periodId === id)).map(itemOfPeriod);
  return debits.filter((order) => settled.includes(order.item) && isDebitWithdrawable(order));
};

async function orderDebit(
  tx: Tx,
  { product, now }: ServicedProduct,
  { obligation, periodId, part, name, unpaid: split, orders }: Item,
  accountId: string,
  from: BusinessDate,
): Promise<void> {
  const isFee = isAssessed(obligation);
  const debitedOn = collectedOn(from, now);
  const { id: issuedProductId, platformId, businessId, productType, book } = product;
  const { id, drawId, invoiceId, feeType } = obligation;
  await createOrder(
    tx,
    {
      platformId,
      businessId,
      key: `${periodId === null && part === null ? `obligation/${id}` : name}/${orders.length + 1}`,
      bankAccountId: accountId,
      direction: "INCOMING",
      paymentType: isFee ? "FEE" : "REPAYMENT",
      productType,
      feeType: isFee ? feeType : null,
      amountCents: totalOf(split),
      split,
      book,
      item: name,
      subjects: { issuedProductId, ...(drawId && { drawId }), ...(invoiceId && { invoiceId }) },
      dueOn: debitedOn === bankingDayOnOrAfter(from) ? from : debitedOn,
      purpose: isFee ? "FEE" : "REPAYMENT",
      entries: null,
      isManual: false,
    },
    bySystem,
  );
}

/** Orders a withdrawn retry once more. It counts against the limits of the network as the withdrawn one would have. */
async function retryAgain(
  tx: Tx,
  { debits, now }: ServicedProduct,
  withdrawnId: string,
  accountId: string,
  from: BusinessDate,
): Promise<void> {
  const withdrawn = debits.find(({ id }) => id === withdrawnId);
  const failed = debits.find(({ id }) => id === withdrawn?.retryOfId);
  if (!failed) throw new Error("a retry repeats a debit of its product");
  await retryOrder(tx, failed, collectedOn(from, now), bySystem.actor, null, accountId);
}

/** Withdraws every debit of a product that we ordered and nobody has claimed. What a person ordered or announced stays. */
export async function withdrawDebits(
  tx: Tx,
  { debits }: ServicedProduct,
  alert: string | null,
  stays: (order: ServicedProduct["debits"][number]) => boolean = () => false,
): Promise<void> {
  const ours = debits.filter((order) => !order.isManual && order.rail === "ACH" && !stays(order));
  for (const { id } of ours.filter(isDebitWithdrawable)) await cancelOrder(tx, id, alert, bySystem);
}
