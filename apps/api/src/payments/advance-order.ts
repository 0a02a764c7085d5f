import { firstArrivalOn } from "@inlay/lending/banking/account-hold.ts";
import { standardAch, submitAt } from "@inlay/lending/calendar/ach.ts";
import { addBankingDays, bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { type Cents, noCents } from "@inlay/lending/money/cents.ts";
import {
  type PaymentToSubmit,
  type SubmitPaymentRefusal,
  whyNotSubmitPayment,
} from "@inlay/lending/payments/why-not-submit-payment.ts";
import { closeTask, openTask } from "../approvals/public.ts";
import type { DueJob } from "../clock/public.ts";
import type { Tx } from "../db/scope.ts";
import { owedOn } from "../products/public.ts";
import { isBeingRefinanced, refinanceRefusalOf } from "./check-refinance.ts";
import { lockOrder, moveOrder, type Order, partyOf, system } from "./order.ts";
import { lockAccount, type PaymentAccount } from "./payment-account.ts";
import { beginAttempt } from "./payment-attempt.ts";
import { postSubmission, updateProductStates } from "./post-order.ts";
import { refuseClaim, warnOfRefusal } from "./refuse-claim.ts";
import { areDebitsHeld } from "./return-rates.ts";
import { holdIfUnusual } from "./unusual-orders.ts";

/** Advances an order that is due: checks the balance, sends it, or reads its outcome from the processor. */
export const advanceOrder: DueJob = {
  name: "payment.move",
  table: "payment_order",
  act: async (tx, { id }, now) => {
    const order = await lockOrder(tx, id);
    if (!order) throw new Error("a due payment order does not exist");
    switch (order.status) {
      case "SCHEDULED":
        if (order.rail === "OUTSIDE") return submitOutside(tx, order, now);
        return order.claimedAt ? sendAgain(tx, order) : checkOrSend(tx, order, now);
      case "PAYMENT_PROCESSOR_OUTAGE":
        return sendAgain(tx, order);
      case "SUBMITTED":
        if (order.rail === "OUTSIDE") return endIfNotReceived(tx, order, now);
        await wait(tx, order);
        return beginAttempt(tx, order, "READ");
      default:
        return wait(tx, order);
    }
  },
};

/** Clears the next action: only an event moves the order on. */
const wait = (tx: Tx, order: Order) => setNext(tx, order, null);

async function setNext(tx: Tx, { id }: Order, nextActionAt: Date | null, change: Record<string, unknown> = {}) {
  await tx
    .updateTable("payment_order")
    .set({ ...change, next_action_at: nextActionAt })
    .where("id", "=", id)
    .execute();
}

async function checkOrSend(tx: Tx, order: Order, now: Date): Promise<void> {
  const sendAt = submitAt(order.effectiveOn);
  if (order.direction === "INCOMING" && now < sendAt) {
    await setNext(tx, order, sendAt);
    const product = { owedCents: await owedFor(tx, order), refinanceRefusal: null };
    if (whyNotClaim(order, await lockAccount(tx, order, now), product, now)) await warnOfRefusal(tx, order, now);
    return beginAttempt(tx, order, "CHECK");
  }
  return claim(tx, order, now);
}

/** What is owed on the product that a debit pays; null for an order of no product. */
async function owedFor(tx: Tx, { issuedProductId, direction, purpose }: Order): Promise<Cents | null> {
  if (!issuedProductId || direction !== "INCOMING" || purpose === "OTHER") return null;
  return (await isBeingRefinanced(tx, issuedProductId)) ? noCents : owedOn(tx, issuedProductId);
}

type ProductFacts = Pick<PaymentToSubmit, "owedCents" | "refinanceRefusal">;

/** An order between our own books names no account, and nothing but its amount and its second person is checked. */
const whyNotClaim = (
  order: Order,
  account: PaymentAccount | null,
  product: ProductFacts,
  now: Date,
): SubmitPaymentRefusal | null =>
  account &&
  whyNotSubmitPayment(
    {
      status: order.status,
      direction: order.direction,
      party: partyOf(order),
      submitOn: dateAt(now),
      amountCents: order.amountCents,
      ...product,
      isMicroEntry: order.purpose === "MICRO_ENTRY",
    },
    account,
    dateAt(now),
  );

/**
 * Claims the order for sending. The row is locked, so a later cancellation finds the claim and is refused. A payout to an account on hold
 * moves to the hold's end. A payout to an account that an owner stopped, and a debit of a platform whose debits are held, move to the next
 * file and have a staff task. Any other refusal ends the order at the cut-off.
 */
async function claim(tx: Tx, order: Order, now: Date): Promise<void> {
  const account = await lockAccount(tx, order, now);
  // A debit that misses its file settles with the next one, and never before its announced day.
  const { settlesOn } = standardAch(now);
  // biome-ignore lint/complexity/useMathMinMax: dates are strings, which Math.max does not compare.
  const effectiveOn = settlesOn > order.effectiveOn ? settlesOn : order.effectiveOn;
  const product = {
    owedCents: await owedFor(tx, order),
    refinanceRefusal: await refinanceRefusalOf(tx, order, effectiveOn),
  };
  // A payoff is quoted for its day, and would leave interest owed on a later one. What is paid at once was authorized for its day.
  const isDayMissed = order.isOnce && effectiveOn > order.effectiveOn;
  const refusal = isDayMissed ? "DAY_MISSED" : whyNotClaim(order, account, product, now);
  if (account?.heldUntil && refusal === "ACCOUNT_ON_HOLD")
    return setNext(tx, order, submitAt(firstArrivalOn(account.heldUntil)));
  const isPayout = order.direction === "OUTGOING" && order.purpose !== "MICRO_ENTRY";
  if (refusal === "ACCOUNT_BLOCKED" && account?.isStopped && isPayout) return waitForNextFile(tx, order, now);
  if (refusal) return refuseClaim(tx, order, refusal, account?.isChosenByOwner ?? false, now);
  if (order.direction === "INCOMING" && (await areDebitsHeld(tx, order))) return waitForNextFile(tx, order, now);
  if (account && (await holdIfUnusual(tx, order, now))) return;
  await setNext(tx, order, null, {
    claimed_at: now,
    claim_refusal: null,
    claim_refused_until: null,
    numbers_version: account?.numbersVersion ?? null,
    tries: order.tries + 1,
    authorization_id: order.direction === "INCOMING" ? (account?.authorizationId ?? null) : null,
    effective_on: effectiveOn,
  });
  await closeTask(tx, { kind: "PAYMENT_HELD", subjectId: order.id });
  await beginAttempt(tx, order, "SEND");
}

async function waitForNextFile(tx: Tx, order: Order, now: Date): Promise<void> {
  const { id, platformId, businessId } = order;
  await openTask(tx, { kind: "PAYMENT_HELD", subjectId: id, platformId, businessId, dueAt: now });
  await setNext(tx, order, submitAt(addBankingDays(bankingDayOnOrAfter(dateAt(now)), 2)));
}

/** The banking days after its day within which a payment without the processor must be on our bank's statement. */
const onStatementWithinBankingDays = 5;

/** A payment without the processor is not sent by us, so it counts as submitted at once and waits for the line of our bank. */
export async function submitOutside(tx: Tx, order: Order, now: Date): Promise<void> {
  await postSubmission(tx, order, order.effectiveOn, now);
  const lastDay = addBankingDays(order.effectiveOn, onStatementWithinBankingDays);
  const change = { submitted_at: now, next_action_at: easternInstant(lastDay, clock(23, 59)) };
  await moveOrder(tx, order, "SUBMIT", { ...system, now }, change);
}

/**
 * A payment that was announced and has not come by its last day is cancelled, and staff are told. What our bank itself has to send or
 * collect is due in any case, so that order stays, and staff have a task until its line comes.
 */
async function endIfNotReceived(tx: Tx, order: Order, now: Date): Promise<void> {
  const { id, platformId, businessId } = order;
  const isDoneByBank = order.dishonorOfId !== null || order.item.startsWith("bank-line/");
  if (!isDoneByBank) {
    await moveOrder(tx, order, "NOT_RECEIVED", { ...system, now }, { next_action_at: null });
    // Its product may have been paid by others meanwhile, and has only waited for it.
    await updateProductStates(tx, order, now);
  } else await setNext(tx, order, submitAt(addBankingDays(dateAt(now), 2)));
  const kind = isDoneByBank ? "PAYMENT_UNSETTLED" : "PAYMENT_NOT_RECEIVED";
  await openTask(tx, { kind, subjectId: id, platformId, businessId, dueAt: now });
}

async function sendAgain(tx: Tx, order: Order): Promise<void> {
  await setNext(tx, order, null, { tries: order.tries + 1 });
  await beginAttempt(tx, order, "SEND");
}
