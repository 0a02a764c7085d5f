import { randomInt } from "node:crypto";
import {
  accountAfterFailedEntry,
  chooseAmounts,
  confirmBy,
  debitOf,
  mayVerifyAgain,
  microEntryLifecycle,
  microEntryLimits,
  remindOn,
  sendBy,
} from "@inlay/lending/banking/micro-entries.ts";
import { standardAch } from "@inlay/lending/calendar/ach.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { addDays, type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { microEntriesSent, microEntriesTakenBack } from "@inlay/lending/ledger/entries.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import type { FailureReason } from "@inlay/lending/payments/failure-reason.ts";
import { isReplaceable, type PaymentDirection } from "@inlay/lending/payments/payment-order.ts";
import { whyNotSubmitPayment } from "@inlay/lending/payments/why-not-submit-payment.ts";
import { v7 as uuidv7 } from "uuid";
import { closeTask, openTask } from "../approvals/public.ts";
import { noteVerification } from "../banking/public.ts";
import type { DueJob } from "../clock/public.ts";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";
import type { EventHandler } from "../workflows/public.ts";
import { createOrder } from "./create-order.ts";
import {
  creditsOf,
  lockByOrder,
  lockStanding,
  lockVerification,
  moveVerification,
  noteVerificationStep,
  type Verification,
} from "./micro-entry-verification.ts";
import { lockOrder, moveOrder, system } from "./order.ts";
import { lockAccount } from "./payment-account.ts";
import { areDebitsHeld } from "./return-rates.ts";

const book = "OPCO";
const morning = clock(9, 0);
const endOfWork = clock(17, 0);

const morningOf = (date: BusinessDate): Date => easternInstant(date, morning);
const nextMorning = (now: Date): Date => morningOf(addBankingDays(dateAt(now), 1));

/**
 * Starts the verification of an account that an owner typed in. An event starts at most one, and the same account typed again starts none
 * while a verification of it stands.
 */
export const startVerification: EventHandler<"bank_account.added"> =
  async (_app, { id: eventId, platformId, businessId, body: { bankAccountId, createdMethod } }) =>
  async (tx) => {
    if (!businessId || createdMethod !== "MANUAL" || !(await isUnverified(tx, bankAccountId))) return;
    const verification = { id: uuidv7(), platformId, businessId, bankAccountId };
    if (await createVerification(tx, verification, eventId, await businessNow(tx, businessId)))
      await noteVerificationStep(
        tx,
        { ...verification, status: "CREATED" },
        "micro_entry_verification.created",
        system,
        null,
      );
  };

/** Creates a verification that is due now. False if its event has started one before, or if another one of the account stands. */
export async function createVerification(
  tx: Tx,
  {
    id,
    platformId,
    businessId,
    bankAccountId,
  }: Pick<Verification, "id" | "platformId" | "businessId" | "bankAccountId">,
  eventId: string,
  now: Date,
): Promise<boolean> {
  const made = await tx
    .insertInto("micro_entry_verification")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      bank_account_id: bankAccountId,
      event_id: eventId,
      status: microEntryLifecycle.begin("ACCOUNT_ADDED"),
      send_by: sendBy(dateAt(now)),
      next_action_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return made.numInsertedOrUpdatedRows === 1n;
}

async function isUnverified(tx: Tx, bankAccountId: string): Promise<boolean> {
  const account = await tx
    .selectFrom("bank_account")
    .select("id")
    .where("id", "=", bankAccountId)
    .where("verification", "=", "PENDING")
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return account !== undefined;
}

/** An authorization may be what a verification waits for. */
export const sendAfterAuthorization: EventHandler<"bank_account.authorized"> =
  async (_app, { businessId, body: { bankAccountId } }) =>
  async (tx) => {
    const verification = businessId ? await lockStanding(tx, bankAccountId) : null;
    if (verification?.status === "CREATED")
      await setNext(tx, verification, await businessNow(tx, verification.businessId));
  };

const setNext = (
  tx: Tx,
  { id }: Verification,
  nextActionAt: Date,
  change: { credits_expected_on?: BusinessDate } = {},
) =>
  tx
    .updateTable("micro_entry_verification")
    .set({ ...change, next_action_at: nextActionAt })
    .where("id", "=", id)
    .execute();

/** Advances a verification that is due: sends the credits, asks the owner for the amounts, reminds the owner, or ends it. */
export const advanceVerification: DueJob = {
  name: "micro-entry-verification.advance",
  table: "micro_entry_verification",
  act: async (tx, { id }, now) => {
    const verification = await lockVerification(tx, id);
    if (!verification) throw new Error("a due micro-entry verification does not exist");
    switch (verification.status) {
      case "CREATED":
        return sendCredits(tx, verification, now);
      case "SENT":
        return askOwner(tx, verification, now);
      default:
        return remindOrExpire(tx, verification, now);
    }
  },
};

async function sendCredits(tx: Tx, verification: Verification, now: Date): Promise<void> {
  const { businessId } = verification;
  const today = dateAt(now);
  if (today > verification.sendBy) return expire(tx, verification);
  if (!(await maySend(tx, verification, now))) {
    await setNext(tx, verification, nextMorning(now));
    return;
  }
  // The row of the business is locked, so that two verifications cannot both be the third.
  await tx.selectFrom("business").select("id").where("id", "=", businessId).forNoKeyUpdate().execute();
  if (!mayVerifyAgain(await sentLately(tx, businessId, today)))
    return endAsFailed(tx, verification, "REFUSED", "TOO_MANY_VERIFICATIONS", now);
  const { settlesOn } = standardAch(now);
  const [first, second] = chooseAmounts((below) => randomInt(below));
  const credit = (name: MicroEntry["name"], amountCents: Cents) =>
    createEntry(tx, { verification, name, direction: "OUTGOING", amountCents, dueOn: settlesOn });
  const change = {
    first_credit_id: await credit("first-credit", first),
    second_credit_id: await credit("second-credit", second),
    sent_on: today,
    credits_expected_on: settlesOn,
    next_action_at: morningOf(settlesOn),
  };
  await moveVerification(tx, verification, "SENT", system, change);
}

/**
 * The debit has every condition of the credits and needs an authorization as well, so all are met before the first credit is sent. An
 * account that staff have decided about in the meantime is sent nothing; its event ends the verification.
 */
async function maySend(tx: Tx, { platformId, businessId, bankAccountId }: Verification, now: Date): Promise<boolean> {
  if (!(await isUnverified(tx, bankAccountId))) return false;
  const today = dateAt(now);
  const debit = {
    status: "SCHEDULED",
    direction: "INCOMING",
    party: "BUSINESS",
    submitOn: today,
    amountCents: cents(microEntryLimits.mostCents),
    owedCents: null,
    refinanceRefusal: null,
    isMicroEntry: true,
  } as const;
  const account = await lockAccount(tx, { bankAccountId, businessId }, now);
  if (!account || whyNotSubmitPayment(debit, account, today)) return false;
  return !(await areDebitsHeld(tx, { platformId, businessId }));
}

export async function sentLately(tx: Tx, businessId: string, today: BusinessDate): Promise<number> {
  const sent = await tx
    .selectFrom("micro_entry_verification")
    .select("id")
    .where("business_id", "=", businessId)
    .where("sent_on", ">", addDays(today, -microEntryLimits.verificationDays))
    .execute();
  return sent.length;
}

type MicroEntry = {
  verification: Verification;
  name: "first-credit" | "second-credit" | "debit";
  direction: PaymentDirection;
  amountCents: Cents;
  dueOn: BusinessDate;
};

const createEntry = (tx: Tx, { verification, name, direction, amountCents, dueOn }: MicroEntry): Promise<string> =>
  createOrder(
    tx,
    {
      platformId: verification.platformId,
      businessId: verification.businessId,
      key: `micro-entry/${verification.id}/${name}`,
      bankAccountId: verification.bankAccountId,
      direction,
      // The debit gives back what the credits paid, so it is never listed as a repayment.
      paymentType: direction === "OUTGOING" ? "OUTGOING" : "REFUND",
      productType: null,
      feeType: null,
      amountCents,
      split: { principalCents: 0, interestCents: 0, feeCents: 0 },
      book,
      item: `micro-entry/${verification.id}/${name}`,
      subjects: {},
      dueOn,
      purpose: "MICRO_ENTRY",
      entries: [(direction === "OUTGOING" ? microEntriesSent : microEntriesTakenBack)(book, amountCents)],
      isManual: false,
    },
    system,
  );

/**
 * Orders the debit once the processor has accepted both credits, to settle with them. The network does not allow debits that exceed the
 * credits, so no debit exists before both credits are sent.
 */
export const debitAfterCredits: EventHandler<"payment.submitted"> =
  async (_app, { body: { paymentOrderId } }) =>
  async (tx) => {
    const verification = await lockByOrder(tx, paymentOrderId);
    if (!verification || verification.debitId || !isUnderWay(verification)) return;
    const [first, second] = await creditsOf(tx, verification);
    if (first.status !== "SUBMITTED" || second.status !== "SUBMITTED") return;
    const debitId = await createEntry(tx, {
      verification,
      name: "debit",
      direction: "INCOMING",
      amountCents: debitOf([first.amountCents, second.amountCents]),
      dueOn: laterOf(first.effectiveOn, second.effectiveOn),
    });
    await tx
      .updateTable("micro_entry_verification")
      .set({ debit_id: debitId })
      .where("id", "=", verification.id)
      .execute();
  };

const isUnderWay = ({ status }: Verification): boolean => status === "SENT" || status === "PENDING_VERIFICATION";
const laterOf = (first: BusinessDate, second: BusinessDate): BusinessDate => (first > second ? first : second);

/** On the day on which both credits are in the account, the owner is asked for their amounts. The processor may have moved the day. */
async function askOwner(tx: Tx, verification: Verification, now: Date): Promise<void> {
  const credits = await creditsOf(tx, verification);
  const areSent = credits.every(({ status }) => status === "SUBMITTED" || status === "SUCCESSFUL_PAYMENT");
  if (!areSent) {
    await setNext(tx, verification, nextMorning(now));
    return;
  }
  const settledOn = laterOf(credits[0].effectiveOn, credits[1].effectiveOn);
  if (now < morningOf(settledOn)) {
    await setNext(tx, verification, morningOf(settledOn), { credits_expected_on: settledOn });
    return;
  }
  const change = {
    credits_expected_on: settledOn,
    confirm_by: confirmBy(settledOn),
    next_action_at: morningOf(remindOn(settledOn)),
  };
  await moveVerification(tx, verification, "CREDITS_SETTLED", system, change);
}

async function remindOrExpire(tx: Tx, verification: Verification, now: Date): Promise<void> {
  const { confirmBy: lastDay } = verification;
  if (!lastDay) throw new Error("a verification that waits for its owner has a last day");
  if (dateAt(now) > lastDay) return expire(tx, verification);
  await setNext(tx, verification, morningOf(addDays(lastDay, 1)));
  await noteVerificationStep(tx, verification, "micro_entry_verification.reminded", system);
}

const expire = (tx: Tx, verification: Verification): Promise<void> =>
  moveVerification(tx, verification, "EXPIRED", system, { next_action_at: null });

/** Ends a verification as failed. Staff can verify the account by other means; the owner is told by the event. */
async function endAsFailed(
  tx: Tx,
  verification: Verification,
  event: "REFUSED" | "ENTRY_FAILED",
  failure: "TOO_MANY_VERIFICATIONS" | "ENTRY_FAILED",
  now: Date,
): Promise<void> {
  await moveVerification(tx, verification, event, system, { failure, next_action_at: null });
  await openVerificationTask(tx, verification, now);
}

/** A task for staff: the account was not verified by its owner and can be verified by staff, or marked as failed. */
export async function openVerificationTask(
  tx: Tx,
  { platformId, businessId, bankAccountId }: Verification,
  now: Date,
): Promise<void> {
  const dueAt = easternInstant(addBankingDays(dateAt(now), 1), endOfWork);
  await openTask(tx, { kind: "BANK_ACCOUNT_UNVERIFIED", subjectId: bankAccountId, platformId, businessId, dueAt });
}

/** A micro-entry failed, came back or was not sent: that ends its verification. What the bank answered decides about the account. */
export const endAfterFailedEntry: EventHandler<"payment.failed" | "payment.returned" | "payment.cancelled"> =
  async (_app, { body: { paymentOrderId } }) =>
  async (tx) => {
    const verification = await lockByOrder(tx, paymentOrderId);
    if (!verification || !isUnderWay(verification)) return;
    const now = await businessNow(tx, verification.businessId);
    const entry = await tx
      .selectFrom("payment_order")
      .select(["direction", "failure_reason as reason", "return_code as achCode"])
      .where("id", "=", paymentOrderId)
      .executeTakeFirstOrThrow();
    await cancelUnsent(tx, verification, now);
    // An order without a failure reason was cancelled before it was sent.
    const outcome = entry.reason
      ? accountAfterFailedEntry({
          direction: entry.direction as PaymentDirection,
          reason: entry.reason as FailureReason,
          achCode: entry.achCode,
        })
      : "PENDING";
    if (outcome === "FAILED" && (await isUnverified(tx, verification.bankAccountId)))
      await noteVerification(tx, verification.bankAccountId, "FAILED", system);
    await endAsFailed(tx, verification, "ENTRY_FAILED", "ENTRY_FAILED", now);
  };

/**
 * The account was removed, an owner stopped it, or staff decided about it: its verification is no longer needed. Other numbers are another
 * account in effect, and the credits went to the one before: the event of the account that follows starts the verification anew.
 */
export const cancelVerification: EventHandler<
  "bank_account.retired" | "bank_account.stopped" | "bank_account.verified" | "bank_account.changed"
> =
  async (_app, { kind, businessId, body }) =>
  async (tx) => {
    if (!businessId) return;
    if ("changed" in body && !body.changed.some((field) => endingChanges.includes(field))) return;
    if (kind === "bank_account.retired")
      await closeTask(tx, { kind: "BANK_ACCOUNT_UNVERIFIED", subjectId: body.bankAccountId });
    const verification = await lockStanding(tx, body.bankAccountId);
    if (!verification) return;
    await cancelUnsent(tx, verification, await businessNow(tx, businessId));
    await moveVerification(tx, verification, "CANCELLED", system, { next_action_at: null });
  };

const endingChanges: readonly string[] = ["verification", "numbers"];

/** Cancels the entries that are not claimed yet. A debit without its credits must not be sent. */
async function cancelUnsent(
  tx: Tx,
  { firstCreditId, secondCreditId, debitId }: Verification,
  now: Date,
): Promise<void> {
  for (const id of [firstCreditId, secondCreditId, debitId].filter((one) => one !== null).sort()) {
    const order = await lockOrder(tx, id);
    if (order && isReplaceable(order.status) && order.claimedAt === null)
      await moveOrder(tx, order, "CANCELLED", { ...system, now }, { next_action_at: null });
  }
}
