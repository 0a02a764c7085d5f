import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { Book } from "@inlay/lending/ledger/accounts.ts";
import {
  bankChargeIdentified,
  receiptIdentified,
  receiptSentBack,
  withdrawalIdentified,
  withdrawalPaidBack,
} from "@inlay/lending/ledger/entries.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import { type ActionRequest, closeTask, requestAction, type StaffAction, subjectOfTask } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import { refuseDuplicate } from "../db/refuse-duplicate.ts";
import { inAnotherScope, scopeOf, staffScope, statement, type Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { internalScope, post } from "../ledger/public.ts";
import { settle } from "./apply-processor-status.ts";
import { createOrder, ofNoProduct } from "./create-order.ts";
import { lockOrder, type Order } from "./order.ts";
import { postBankLine, postReceipt } from "./post-order.ts";

// Staff clear what a bank line without an order has put into suspense. The line belongs to no tenant and its task to the staff scope, so
// these actions begin there, and change to the internal scope and to the order's tenant where they need to.

export type UnidentifiedLine = {
  id: string;
  vendorLineId: string;
  book: Book;
  postedOn: BusinessDate;
  direction: "IN" | "OUT";
  amountCents: Cents;
};
type OrdersTenant = { platformId: string; businessId: string | null };
/** The tenant is part of the request, so that the approver sees whose order changes. */
type IdentifyPayload = OrdersTenant & { paymentOrderId: string; amountCents: number };
type ChargePayload = { amountCents: number };

/** The clearing of an order changes, so two people are needed. */
const identifyLine: StaffAction<IdentifyPayload> = {
  kind: "bank-line.identify",
  action: "staff.bank-line.identify",
  needs: () => ({ people: 2, checker: null }),
  perform: async (tx, request) => {
    const line = await unidentifiedLine(tx, request.subjectId);
    const { paymentOrderId } = request.payload;
    await inAnotherScope(tx, scopeOf(request.payload), async () => {
      await countFromLine(tx, line, paymentOrderId);
      await giveToOrder(tx, line, paymentOrderId, request);
    });
    await closeTask(tx, { kind: "RECONCILIATION_FAULT", subjectId: line.id });
  },
};

/** An expense without an invoice, so two people are needed. */
const identifyCharge: StaffAction<ChargePayload> = {
  kind: "bank-line.bank-charge",
  action: "staff.bank-line.charge",
  needs: () => ({ people: 2, checker: null }),
  perform: async (tx, request) => {
    const line = await unidentifiedLine(tx, request.subjectId);
    refuseReceipt(line);
    await inAnotherScope(tx, internalScope, () => bookAsCharge(tx, line));
    await closeTask(tx, { kind: "RECONCILIATION_FAULT", subjectId: line.id });
    await record(tx, {
      platformId: staffScope.platformId,
      businessId: null,
      kind: "bank_charge.identified",
      body: { bankLineId: line.id, amountCents: line.amountCents },
      action: "payment.identify-bank-charge",
      object: { kind: "bank line", id: line.id },
      before: { meaning: "UNEXPLAINED" },
      after: { meaning: "BANK_CHARGE" },
      ...byStaff(request),
    });
  },
};

/**
 * Our bank is asked to send an unidentified receipt back, or to get an unidentified withdrawal back. It does so without the processor, so the
 * order waits for the bank's line, which staff identify.
 */
const requestReturn: StaffAction<ChargePayload> = {
  kind: "bank-line.request-return",
  action: "staff.bank-line.request-return",
  needs: () => ({ people: 2, checker: null }),
  perform: async (tx, request) => {
    const line = await unidentifiedLine(tx, request.subjectId);
    await inAnotherScope(tx, internalScope, () => explain(tx, line, "RETURN_REQUESTED"));
    const isReceipt = line.direction === "IN";
    const entry = (isReceipt ? receiptSentBack : withdrawalPaidBack)(line.book, line.amountCents);
    await createOrder(
      tx,
      {
        ...ofNoProduct,
        platformId: staffScope.platformId,
        key: `bank-line/${line.id}/return`,
        rail: "OUTSIDE",
        direction: isReceipt ? "OUTGOING" : "INCOMING",
        amountCents: line.amountCents,
        book: line.book,
        item: `bank-line/${line.id}`,
        dueOn: dateAt(new Date()),
        entries: [entry],
        approvedBy: request.memberId,
      },
      byStaff(request),
    );
    await closeTask(tx, { kind: "RECONCILIATION_FAULT", subjectId: line.id });
  },
};

/** Staff actions on bank lines in suspense. */
export const suspenseActions = [identifyLine, identifyCharge, requestReturn] as unknown as StaffAction[];

export function suspenseRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  const lineOf = async (tx: Tx, taskId: string) =>
    unidentifiedLine(tx, await subjectOfTask(tx, taskId, "RECONCILIATION_FAULT"));

  authenticatedRoute(staffCalls.getUnidentifiedLine, ({ tx, params }) => lineOf(tx, params.taskId));
  authenticatedRoute(
    staffCalls.identifyBankLine,
    async ({ tx, caller, params, body: { paymentOrderId, reason }, requestId }) => {
      const line = await lineOf(tx, params.taskId);
      const { platformId, businessId } = await tenantOf(tx, paymentOrderId);
      // Refused at once where the approval would be refused.
      await inAnotherScope(tx, scopeOf({ platformId, businessId }), () => fittingOrder(tx, line, paymentOrderId));
      const payload = { paymentOrderId, platformId, businessId, amountCents: line.amountCents };
      return requestAction(tx, app, identifyLine, { caller, subjectId: line.id, payload, reason, requestId });
    },
  );
  authenticatedRoute(staffCalls.identifyBankCharge, async ({ tx, caller, params, body: { reason }, requestId }) => {
    const line = await lineOf(tx, params.taskId);
    refuseReceipt(line);
    const payload = { amountCents: line.amountCents };
    return requestAction(tx, app, identifyCharge, { caller, subjectId: line.id, payload, reason, requestId });
  });
  authenticatedRoute(staffCalls.requestBankReturn, async ({ tx, caller, params, body: { reason }, requestId }) => {
    const line = await lineOf(tx, params.taskId);
    const payload = { amountCents: line.amountCents };
    return requestAction(tx, app, requestReturn, { caller, subjectId: line.id, payload, reason, requestId });
  });
}

const byStaff = ({ memberId, requestId }: Pick<ActionRequest<object>, "memberId" | "requestId">) => ({
  actor: { kind: "STAFF" as const, id: memberId },
  requestId,
});

const alreadyExplained = () =>
  new Refusal("WRONG_STATE", { context: { status: "EXPLAINED", allowedFrom: ["UNEXPLAINED"] } });

/** Reads a line in suspense. The database refuses a second explanation of it, so the line is not locked here. */
async function unidentifiedLine(tx: Tx, id: string): Promise<UnidentifiedLine> {
  const [line] = await inAnotherScope(tx, internalScope, () =>
    statement<UnidentifiedLine>(
      tx,
      `select id, vendor_line_id as "vendorLineId", book, posted_on as "postedOn", direction, amount_cents as "amountCents"
       from app.bank_line where id = $1 and meaning = 'UNEXPLAINED'`,
      [id],
    ),
  );
  if (!line) throw alreadyExplained();
  return line;
}

async function tenantOf(tx: Tx, paymentOrderId: string): Promise<OrdersTenant> {
  const [tenant] = await statement<OrdersTenant>(
    tx,
    `select platform_id as "platformId", business_id as "businessId" from app.find_payment_order($1::uuid, null)`,
    [paymentOrderId],
  );
  if (!tenant) throw new Refusal("NOT_FOUND", { context: { object: "payment order" } });
  return tenant;
}

/** Locks the order that a line is said to pay. Refused if the line cannot be its payment or its return. */
async function fittingOrder(tx: Tx, line: UnidentifiedLine, paymentOrderId: string): Promise<Order> {
  const order = await lockOrder(tx, paymentOrderId);
  if (!order) throw new Refusal("NOT_FOUND", { context: { object: "payment order" } });
  const differs = (what: string) => new Refusal("BANK_LINE_DIFFERS", { context: { differs: what } });
  if (order.amountCents !== line.amountCents) throw differs("the payment has another amount");
  if (order.toBook === line.book && line.direction === "IN") return order;
  if (order.book !== line.book) throw differs("the payment is of another book");
  const isPayment = (order.direction === "INCOMING") === (line.direction === "IN");
  // A return is booked with the failure that the processor reports, so the order fails first.
  const sent = ["SUBMITTED", "SUCCESSFUL_PAYMENT", "FAILED_PAYMENT"];
  const allowedFrom = isPayment ? sent : ["FAILED_PAYMENT"];
  if (!allowedFrom.includes(order.status))
    throw new Refusal("WRONG_STATE", { context: { status: order.status, allowedFrom } });
  return order;
}

/** A payment that was announced counts from the day on which it has reached our bank, and not from the one on which it was expected. */
async function countFromLine(tx: Tx, { postedOn }: UnidentifiedLine, paymentOrderId: string): Promise<void> {
  await tx
    .updateTable("payment_order")
    .set({ effective_on: bankingDayOnOrAfter(postedOn) })
    .where("id", "=", paymentOrderId)
    .where("rail", "=", "OUTSIDE")
    .where("purpose", "=", "LUMP_SUM")
    .where("status", "=", "SUBMITTED")
    .execute();
}

/** Books the line as if it had matched its order at once, from suspense instead of cash. */
export async function giveToOrder(
  tx: Tx,
  line: UnidentifiedLine,
  paymentOrderId: string,
  request: Pick<ActionRequest<object>, "memberId" | "requestId">,
): Promise<void> {
  const order = await fittingOrder(tx, line, paymentOrderId);
  const [given] = await refuseDuplicate(
    statement<{ meaning: "SENT" | "RETURNED" | "RECEIVED" | null }>(
      tx,
      "select app.identify_bank_line($1, $2) as meaning",
      [line.id, order.id],
    ),
    {
      one_line_a_meaning: () =>
        new Refusal("BANK_LINE_DIFFERS", { context: { differs: "the payment has its line already" } }),
    },
  );
  if (!given?.meaning) throw alreadyExplained();
  const now = await businessNow(tx, order.businessId);
  const isReceipt = given.meaning === "RECEIVED";
  const clearing = order.direction === "INCOMING" || isReceipt ? "CLEARING_IN" : "CLEARING_OUT";
  const identified = line.direction === "IN" ? receiptIdentified : withdrawalIdentified;
  const entry = identified(line.book, clearing, line.amountCents);
  await postBankLine(tx, order, entry, `identified/${line.vendorLineId}`, now);
  if (isReceipt) await postReceipt(tx, order, line.book, now);
  // No processor reports a payment from outside: the line of our bank is its settlement.
  if (order.rail === "OUTSIDE" && order.status === "SUBMITTED") {
    await settle(tx, order, now);
    await closeTask(tx, { kind: "PAYMENT_UNSETTLED", subjectId: order.id });
  }
  // An earlier task may have reported this line as missing.
  await closeTask(tx, { kind: "RECONCILIATION_FAULT", subjectId: order.id });
  await record(tx, {
    platformId: order.platformId,
    businessId: order.businessId,
    kind: "bank_line.identified",
    body: { bankLineId: line.id, paymentOrderId: order.id, meaning: given.meaning, amountCents: line.amountCents },
    action: "payment.identify-bank-line",
    object: { kind: "bank line", id: line.id },
    before: { meaning: "UNEXPLAINED" },
    after: { meaning: given.meaning, paymentOrderId: order.id },
    ...byStaff(request),
  });
}

function refuseReceipt({ direction }: UnidentifiedLine): void {
  if (direction === "IN") throw new Refusal("BANK_LINE_DIFFERS", { context: { differs: "the money came in" } });
}

async function explain(tx: Tx, { id }: UnidentifiedLine, meaning: "BANK_CHARGE" | "RETURN_REQUESTED"): Promise<void> {
  const explained = await statement(
    tx,
    "update app.bank_line set meaning = $2, fault = null where id = $1 and meaning = 'UNEXPLAINED' returning id",
    [id, meaning],
  );
  if (explained.length === 0) throw alreadyExplained();
}

async function bookAsCharge(tx: Tx, line: UnidentifiedLine): Promise<void> {
  await explain(tx, line, "BANK_CHARGE");
  const { id, book, vendorLineId, amountCents } = line;
  await post(tx, bankChargeIdentified(book, amountCents), {
    key: `bank-charge/${book}/${vendorLineId}`,
    occurredOn: dateAt(new Date()),
    source: { type: "bank line", id },
    subjects: { platformId: null, businessId: null },
  });
}
