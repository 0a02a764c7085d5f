import type { TaskKind } from "@inlay/contracts/staff/task-kinds.ts";
import type { Book } from "@inlay/lending/ledger/accounts.ts";
import { entryDescription } from "@inlay/lending/payments/entry-description.ts";
import type { FailureReason } from "@inlay/lending/payments/failure-reason.ts";
import { closeTask, openTask } from "../approvals/public.ts";
import { saveProcessorAccount } from "../banking/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope, scopeOf, type Tx } from "../db/scope.ts";
import {
  AccountRefused,
  PaymentNotSent,
  PaymentOutcomeUnknown,
  PaymentRefused,
  type Payments,
  type ProcessorPayment,
  ProcessorUnavailable,
} from "../providers/payments/port.ts";
import { screenForPayout } from "../underwriting/public.ts";
import type { WorkflowIds } from "../workflows/public.ts";
import { applyProcessorStatus, fail, settleIfCompleted } from "./apply-processor-status.ts";
import { lockOrder, moveOrder, type Order, partyOf, system } from "./order.ts";
import { lockAccount, type PaymentAccount } from "./payment-account.ts";
import { endAttempt, isFirstAttempt, orderOfAttempt } from "./payment-attempt.ts";
import { refuseClaim } from "./refuse-claim.ts";

type Outcome =
  | { kind: "ACCEPTED"; payment: ProcessorPayment; isDoubled: boolean }
  | { kind: "REFUSED"; reason: FailureReason }
  | { kind: "NOT_ACCEPTED" }
  | { kind: "NOT_CLEAR" }
  | { kind: "NOT_SENT" }
  | { kind: "UNKNOWN" };

/**
 * One attempt to send an order. It may be interrupted and repeated at any point: the processor is asked for the payment before it is sent
 * again.
 */
export async function sendPayment(app: AppContext, payments: Payments, paymentAttempt: WorkflowIds): Promise<void> {
  const { pool } = app;
  const scope = scopeOf(paymentAttempt);
  const ready = await inScope(pool, scope, async (tx) => {
    const orderId = await orderOfAttempt(tx, paymentAttempt.id);
    const order = orderId ? await lockOrder(tx, orderId) : null;
    if (!order) return null;
    if (!isToBeSent(order)) {
      await endAttempt(tx, paymentAttempt.id, "OVERTAKEN");
      return null;
    }
    return {
      order,
      account: await lockAccount(tx, order, await businessNow(tx, order.businessId)),
      isFirst: (await isFirstAttempt(tx, paymentAttempt.id)) && order.tries === 1,
    };
  });
  if (!ready) return;
  const outcome = await attempt(app, payments, ready.order, ready.account, ready.isFirst);
  await inScope(pool, scope, async (tx) => {
    // The order is locked before the attempt, as everywhere, so that transactions do not deadlock.
    const order = await lockOrder(tx, ready.order.id);
    if (!order || !(await endAttempt(tx, paymentAttempt.id, outcome.kind))) return;
    // The processor's webhook may have arrived before its response, or instead of it. Then an unknown outcome no longer matters.
    if (outcome.kind !== "ACCEPTED" && !isToBeSent(order)) return;
    await note(tx, order, outcome, await businessNow(tx, order.businessId));
  });
}

const isToBeSent = ({ status }: Order) => status === "SCHEDULED" || status === "PAYMENT_PROCESSOR_OUTAGE";

async function attempt(
  app: AppContext,
  payments: Payments,
  order: Order,
  account: PaymentAccount | null,
  isFirst: boolean,
): Promise<Outcome> {
  try {
    if (!isFirst) {
      const found = await payments.find(order.id, order.businessId);
      const [payment] = found;
      if (payment) return { kind: "ACCEPTED", payment, isDoubled: found.length > 1 };
      if (order.status === "PAYMENT_PROCESSOR_OUTAGE") return { kind: "NOT_ACCEPTED" };
    }
    if (account && order.direction === "OUTGOING" && !(await screenForPayout(app, order, account)))
      return { kind: "NOT_CLEAR" };
    const to = account ? await enrolled(app, payments, order, account) : ownBook(order);
    const payment = await payments.send({
      orderId: order.id,
      businessId: order.businessId,
      issuedProductId: order.issuedProductId,
      book: order.book,
      direction: order.direction,
      amountCents: order.amountCents,
      to,
      description: entryDescription({
        ...order,
        party: order.toBook ? "BOOK" : partyOf(order),
        isReversal: order.reversalOfId !== null,
        isMicroEntry: order.purpose === "MICRO_ENTRY",
      }),
      effectiveOn: order.effectiveOn,
      isSameDay: false,
    });
    return { kind: "ACCEPTED", payment, isDoubled: false };
  } catch (error) {
    if (error instanceof AccountRefused) return { kind: "REFUSED", reason: "invalid_account" };
    if (error instanceof PaymentRefused) return { kind: "REFUSED", reason: "unexpected_error" };
    if (error instanceof PaymentNotSent || error instanceof ProcessorUnavailable) return { kind: "NOT_SENT" };
    if (error instanceof PaymentOutcomeUnknown) return { kind: "UNKNOWN" };
    throw error;
  }
}

function ownBook({ toBook }: Order): { book: Book } {
  if (!toBook) throw new Error("a payment to send names an account or a book");
  return { book: toBook };
}

async function enrolled(app: AppContext, payments: Payments, order: Order, account: PaymentAccount) {
  const { processorAccountId, holder } = account;
  return { enrolledAccount: processorAccountId ?? (await enroll(app, payments, order, account)), holder };
}

/** Enrolls the account with the processor once. The numbers go from the vault to the processor and nowhere else. */
async function enroll(app: AppContext, payments: Payments, order: Order, account: PaymentAccount): Promise<string> {
  const { platformId, businessId } = order;
  const key = await app.vault.keyFor({ platformId, businessId });
  const scope = scopeOf(order);
  const [accountNumber, routingNumber] = await inScope(app.pool, scope, async (tx) => [
    await app.vault.reveal(tx, key, account.id, "ACCOUNT_NUMBER"),
    await app.vault.reveal(tx, key, account.id, "ROUTING_NUMBER"),
  ]);
  if (!accountNumber || !routingNumber) throw new Error("a bank account to enroll has no numbers");
  const { enrolledAs: accountId, holderName, holder: kindOfHolder, kind } = account;
  const processorAccountId = await payments.enroll({
    accountId,
    // A payee and a creditor are counterparties of their own, not the business.
    partyId: account.party === "BUSINESS" ? (businessId ?? platformId) : account.id,
    holderName,
    holder: kindOfHolder,
    kind,
    accountNumber,
    routingNumber,
  });
  await inScope(app.pool, scope, (tx) => saveProcessorAccount(tx, account, processorAccountId));
  return processorAccountId;
}

const minutes = (count: number) => count * 60_000;
const mostTries = 5;

async function note(tx: Tx, order: Order, outcome: Outcome, now: Date): Promise<void> {
  const { id, platformId, businessId } = order;
  const task = (kind: TaskKind) => openTask(tx, { kind, subjectId: id, platformId, businessId, dueAt: now });
  switch (outcome.kind) {
    case "ACCEPTED":
      if (outcome.isDoubled) await task("PAYMENT_DOUBLED");
      return applyProcessorStatus(tx, order, outcome.payment, now);
    case "REFUSED": {
      // The lifecycle allows a failure only after a submission, so a refused order is submitted first.
      const status = await moveOrder(tx, order, order.status === "SCHEDULED" ? "SUBMIT" : "PROCESSOR_BACK", {
        ...system,
        now,
      });
      return fail(tx, { ...order, status }, { reason: outcome.reason, achCode: null }, now);
    }
    // The processor is back and never accepted the order. It is checked again like a new one, because the account may have changed since.
    case "NOT_ACCEPTED":
      await moveOrder(tx, order, "NOT_ACCEPTED", { ...system, now }, { claimed_at: null, next_action_at: now });
      return closeTask(tx, { kind: "PROCESSOR_OUTAGE", subjectId: id });
    // Nothing was sent: whoever is to be paid may be on the sanctions list as it is now.
    case "NOT_CLEAR":
      await tx.updateTable("payment_order").set({ claimed_at: null }).where("id", "=", id).execute();
      return refuseClaim(tx, order, "SANCTIONS_NOT_CLEAR", false, now);
    // An unknown outcome is not a failure. The order is sent again, and the processor is asked for it first.
    case "NOT_SENT":
    case "UNKNOWN": {
      const isOut = order.tries >= mostTries;
      const next = new Date(now.getTime() + minutes(isOut ? 60 : 6));
      if (isOut && order.status === "SCHEDULED") {
        await moveOrder(tx, order, "PAYMENT_PROCESSOR_OUTAGE", { ...system, now }, { next_action_at: next });
        return task("PROCESSOR_OUTAGE");
      }
      await tx.updateTable("payment_order").set({ next_action_at: next }).where("id", "=", id).execute();
    }
  }
}

/** Reads the outcome of an order whose day has come, and saves it. */
export async function readPayment(app: AppContext, payments: Payments, paymentAttempt: WorkflowIds): Promise<void> {
  const scope = scopeOf(paymentAttempt);
  const processorOrderId = await inScope(app.pool, scope, async (tx) => {
    const orderId = await orderOfAttempt(tx, paymentAttempt.id);
    return orderId ? ((await lockOrder(tx, orderId))?.processorOrderId ?? null) : null;
  });
  if (!processorOrderId) return;
  const truth = await payments.read(processorOrderId).catch((error: unknown) => {
    if (error instanceof ProcessorUnavailable) return null;
    throw error;
  });
  await inScope(app.pool, scope, async (tx) => {
    const orderId = await orderOfAttempt(tx, paymentAttempt.id);
    const order = orderId ? await lockOrder(tx, orderId) : null;
    if (!order || !(await endAttempt(tx, paymentAttempt.id, truth?.achState ?? "UNAVAILABLE"))) return;
    const now = await businessNow(tx, order.businessId);
    if (truth) return settleIfCompleted(tx, order, truth, now);
    // During a long outage each payment is read hourly instead of every few seconds.
    await tx
      .updateTable("payment_order")
      .set({ next_action_at: new Date(now.getTime() + minutes(60)) })
      .where("id", "=", order.id)
      .where("status", "=", "SUBMITTED")
      .execute();
  });
}
