import { standardAch, submitAt } from "@inlay/lending/calendar/ach.ts";
import { addBankingDays, bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import { addDays, type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import {
  type CounterAccount,
  mayBePaidFrom,
  whyNotSubmitPayment,
} from "@inlay/lending/payments/why-not-submit-payment.ts";
import { closeTask, openTask } from "../approvals/public.ts";
import { isFrozen } from "../banking/public.ts";
import type { DueJob } from "../clock/public.ts";
import type { Tx } from "../db/scope.ts";
import { owedOn } from "../products/public.ts";
import { isNobodyListed } from "../underwriting/public.ts";
import { lockOrder, type Order } from "./order.ts";
import { beginAttempt } from "./payment-attempt.ts";
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
        return order.claimedAt ? sendAgain(tx, order) : checkOrSend(tx, order, now);
      case "PAYMENT_PROCESSOR_OUTAGE":
        return sendAgain(tx, order);
      case "SUBMITTED":
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
    if (whyNotClaim(order, await counterAccount(tx, order, now), await owedFor(tx, order), now))
      await warnOfRefusal(tx, order, now);
    return beginAttempt(tx, order, "CHECK");
  }
  return claim(tx, order, now);
}

/** What is owed on the product that a debit pays; null for an order of no product. */
const owedFor = async (tx: Tx, { issuedProductId, direction, purpose }: Order): Promise<Cents | null> =>
  issuedProductId && direction === "INCOMING" && purpose !== "OTHER" ? owedOn(tx, issuedProductId) : null;

const whyNotClaim = (order: Order, account: CounterAccount, owedCents: Cents | null, now: Date) =>
  whyNotSubmitPayment(
    {
      status: order.status,
      direction: order.direction,
      submitOn: dateAt(now),
      amountCents: order.amountCents,
      owedCents,
    },
    account,
    dateAt(now),
  );

/**
 * Claims the order for sending. The row is locked, so a later cancellation finds the claim and is refused. A payout to an account on hold
 * moves to the hold's end, and a debit of a platform whose debits are held to the next file. Any other refusal ends the order at the cut-off.
 */
async function claim(tx: Tx, order: Order, now: Date): Promise<void> {
  const { platformId, businessId } = order;
  // A dishonored return is collected between the banks and must not become a second debit of the borrower.
  if (order.dishonorOfId) return waitForDishonor(tx, order, now);
  const account = await counterAccount(tx, order, now);
  const today = dateAt(now);
  const refusal = whyNotClaim(order, account, await owedFor(tx, order), now);
  if (refusal === "ACCOUNT_ON_HOLD") {
    const afterHold = account.heldUntil ? addDays(dateAt(account.heldUntil), 1) : today;
    const [from = today] = [mayBePaidFrom(account.addedOn), bankingDayOnOrAfter(afterHold)].sort().reverse();
    return setNext(tx, order, submitAt(addBankingDays(from, 1)));
  }
  if (refusal) return refuseClaim(tx, order, refusal, now);
  if (order.direction === "INCOMING" && (await areDebitsHeld(tx, order))) {
    await openTask(tx, { kind: "PAYMENT_HELD", subjectId: order.id, platformId, businessId, dueAt: now });
    // The order is tried again when the next file is submitted.
    return setNext(tx, order, submitAt(addBankingDays(bankingDayOnOrAfter(today), 2)));
  }
  if (await holdIfUnusual(tx, order, now)) return;
  // A debit that misses its file settles with the next one, and never before its announced day.
  const { settlesOn } = standardAch(now);
  await setNext(tx, order, null, {
    claimed_at: now,
    claim_refusal: null,
    claim_refused_until: null,
    numbers_version: account.numbersVersion,
    tries: order.tries + 1,
    authorization_id: order.direction === "INCOMING" ? account.authorizationId : null,
    // biome-ignore lint/complexity/useMathMinMax: dates are strings, which Math.max does not compare.
    effective_on: settlesOn > order.effectiveOn ? settlesOn : order.effectiveOn,
  });
  await closeTask(tx, { kind: "PAYMENT_HELD", subjectId: order.id });
  await beginAttempt(tx, order, "SEND");
}

/** The money of a dishonored return comes with a line of our bank. If none has come after five banking days, staff have a task. */
async function waitForDishonor(tx: Tx, order: Order, now: Date): Promise<void> {
  const { id, platformId, businessId, effectiveOn } = order;
  const expectedBy = addBankingDays(effectiveOn, 5);
  const isLate = dateAt(now) > expectedBy;
  if (isLate) await openTask(tx, { kind: "PAYMENT_UNSETTLED", subjectId: id, platformId, businessId, dueAt: now });
  return setNext(tx, order, submitAt(addBankingDays(isLate ? dateAt(now) : expectedBy, 2)));
}

async function sendAgain(tx: Tx, order: Order): Promise<void> {
  await setNext(tx, order, null, { tries: order.tries + 1 });
  await beginAttempt(tx, order, "SEND");
}

async function counterAccount(
  tx: Tx,
  { bankAccountId, businessId }: Order,
  now: Date,
): Promise<CounterAccount & { authorizationId: string | null; heldUntil: Date | null; numbersVersion: number }> {
  const row = await tx
    .selectFrom("bank_account as account")
    .leftJoin("bank_item as item", "item.id", "account.bank_item_id")
    .leftJoin("ach_authorization as authorization", (join) =>
      join.onRef("authorization.bank_account_id", "=", "account.id").on("authorization.revoked_at", "is", null),
    )
    .select([
      "item.status as itemStatus",
      "authorization.id as authorizationId",
      "account.removed_at as removedAt",
      "account.verification",
      "account.blocked_at as blockedAt",
      "account.added_on as addedOn",
      "account.sanctions_clear_on as clearOn",
      "account.held_until_at as heldUntil",
      "account.numbers_version as numbersVersion",
    ])
    .select((query) =>
      query
        .exists(
          query
            .selectFrom("account_correction as correction")
            .select("correction.id")
            .whereRef("correction.bank_account_id", "=", "account.id")
            .where("correction.closed_at", "is", null)
            .where("correction.apply_by", "<", dateAt(now)),
        )
        .as("isCorrectionOverdue"),
    )
    .where("account.id", "=", bankAccountId)
    // A change of the account's numbers waits for this transaction and then finds the claim.
    .forShare("account")
    .executeTakeFirstOrThrow();
  return {
    itemStatus: row.itemStatus as CounterAccount["itemStatus"],
    numbersVersion: row.numbersVersion,
    isCorrectionOverdue: row.isCorrectionOverdue === true,
    isRemoved: row.removedAt !== null,
    isVerified: row.verification === "VERIFIED",
    isAchAuthorized: row.authorizationId !== null,
    authorizationId: row.authorizationId,
    isBlocked: row.blockedAt !== null,
    isBusinessFrozen: await isFrozen(tx, businessId),
    addedOn: row.addedOn as unknown as BusinessDate,
    heldUntil: row.heldUntil,
    isHeld: row.heldUntil !== null && now < row.heldUntil,
    isSanctionsClear:
      row.clearOn !== null &&
      (row.clearOn as unknown as string) <= dateAt(now) &&
      (await isNobodyListed(tx, businessId)),
  };
}
