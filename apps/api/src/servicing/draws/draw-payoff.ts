import { Refusal } from "@inlay/contracts/errors.ts";
import type { PayoffChoice } from "@inlay/contracts/servicing/payoff.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { isPaid, isScheduled } from "@inlay/lending/mechanics/obligation.ts";
import type { PayOffRefusal } from "@inlay/lending/mechanics/why-not-pay-off.ts";
import {
  type PayableOffDraw,
  whyNotPayOffDraw,
  whyNotPayOffDrawAtAll,
} from "@inlay/lending/products/line-of-credit/why-not-pay-off-draw.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import type { Order } from "../../payments/public.ts";
import { readDraws } from "../../products/public.ts";
import { withdrawDebits } from "../collect.ts";
import { debitedOn, orderPayoff, refuseWithoutAccount, withdrawPayoff } from "../payoff.ts";
import { readPayoffChoice } from "../payoff-choice.ts";
import { type PayoffQuote, quotePayoffFor } from "../payoff-quote.ts";
import { lockOwn, readOwn } from "../read-servicing.ts";
import { isDebitOnItsWay, isDebitWithdrawable, openPayoffOf, type ServicedProduct } from "../serviced-product.ts";
import { findDraw } from "./end-draw.ts";

/** Whether a draw can be paid off, on which days, and its payoff that is scheduled. */
export async function readDrawPayoff(tx: Tx, businessId: string, drawId: string): Promise<PayoffChoice> {
  const { issuedProductId } = await findDraw(tx, businessId, drawId);
  const serviced = await readOwn(tx, businessId, issuedProductId);
  const draw = await payableOffDraw(tx, serviced, drawId);
  return readPayoffChoice(tx, serviced, draw, whyNotPayOffDrawAtAll(draw, serviced.today), drawId);
}

/** Quotes the payoff of a draw for a day, or for the first one on which it can still be debited. */
export async function quoteDrawPayoff(
  tx: Tx,
  { businessId }: Person,
  drawId: string,
  requestedOn: BusinessDate | null,
): Promise<PayoffQuote> {
  const { issuedProductId } = await findDraw(tx, businessId, drawId);
  const serviced = await readOwn(tx, businessId, issuedProductId);
  return quoteForOwner(tx, serviced, drawId, requestedOn ?? serviced.today);
}

/**
 * Schedules the payoff of a draw at the quote for its day. The debits of the draw are withdrawn, and none is ordered until the payoff has an
 * outcome; those of other draws stay. The line and its debits are locked, so that a debit that is claimed at the same moment refuses the payoff.
 */
export async function scheduleDrawPayoff(
  tx: Tx,
  caller: Person,
  drawId: string,
  requestedOn: BusinessDate,
  requestId: string,
): Promise<string> {
  const { issuedProductId } = await findDraw(tx, caller.businessId, drawId);
  const serviced = await lockOwn(tx, caller.businessId, issuedProductId);
  const quote = await quoteForOwner(tx, serviced, drawId, requestedOn);
  refuseWithoutAccount(serviced);
  await withdrawDebits(tx, serviced, "EARLY_PAYOFF", (order) => order.drawId !== drawId);
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  await orderPayoff(tx, serviced, { drawId, invoiceId: null }, quote, by);
  return issuedProductId;
}

/** The owner withdraws the payoff of a draw that nobody has claimed. Its schedule applies again at once. */
export async function cancelDrawPayoff(tx: Tx, caller: Person, drawId: string, requestId: string): Promise<string> {
  const { issuedProductId } = await findDraw(tx, caller.businessId, drawId);
  const serviced = await lockOwn(tx, caller.businessId, issuedProductId);
  await withdrawPayoff(
    tx,
    serviced,
    { drawId, invoiceId: null },
    { actor: { kind: "USER", id: caller.userId }, requestId },
  );
  return issuedProductId;
}

/** A draw as far as it matters to whether it can be paid off. */
async function payableOffDraw(tx: Tx, serviced: ServicedProduct, drawId: string): Promise<PayableOffDraw> {
  const { product, obligations, debits } = serviced;
  const draw = (await readDraws(tx, product.id)).find(({ id }) => id === drawId);
  if (!draw) throw new Error("a draw belongs to its line");
  const dueDays = obligations.flatMap((one) =>
    one.drawId === drawId && isScheduled(one) && !isPaid(one) && one.dueOn ? [one.dueOn] : [],
  );
  const own = debits.filter((order) => order.drawId === drawId);
  return {
    state: draw.state,
    loanStatus: product.loanStatus,
    isPayoffScheduled: openPayoffOf(serviced, { drawId, invoiceId: null }) !== null,
    orders: [
      ...own.map((order) => (isDebitOnItsWay(order) ? "SUBMITTED" : order.status)),
      ...debits.filter(isForWholeLine).map(() => "SUBMITTED" as const),
    ],
    nextPaymentOn: dueDays.toSorted()[0] ?? null,
  };
}

/** A payment of what was due on all draws, or one that was announced, may pay a part of each of them until it has an outcome. */
const isForWholeLine = (order: Order): boolean =>
  order.drawId === null && (order.isOnce || order.isManual) && (isDebitOnItsWay(order) || isDebitWithdrawable(order));

async function quoteForOwner(
  tx: Tx,
  serviced: ServicedProduct,
  drawId: string,
  requestedOn: BusinessDate,
): Promise<PayoffQuote> {
  const draw = await payableOffDraw(tx, serviced, drawId);
  const refusal = whyNotPayOffDraw(draw, requestedOn, serviced.today);
  if (refusal) throw new Refusal(toldOf(refusal));
  return quotePayoffFor(tx, serviced, debitedOn(serviced, draw, requestedOn), drawId);
}

const toldOf = (refusal: PayOffRefusal) =>
  refusal === "PAYOFF_NOTHING_OUTSTANDING" || refusal === "PAYOFF_ALREADY_SCHEDULED"
    ? "DRAW_PAYOFF_UNAVAILABLE"
    : refusal;
