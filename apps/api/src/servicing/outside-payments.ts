import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import { type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { joined, type Payment } from "@inlay/lending/mechanics/obligation.ts";
import { noCents } from "@inlay/lending/money/cents.ts";
import { type OutsidePaymentKind, receivedFrom } from "@inlay/lending/servicing/outside-payment.ts";
import { requestAction, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { cancelOrder, lockReceipt, type Receipt, receiveOutside } from "../payments/public.ts";
import { functionsOf, isLine, readIssued } from "../products/public.ts";
import { preview, toDebit } from "./preview.ts";
import { lockOwn } from "./read-servicing.ts";
import { serviceProduct } from "./service-product.ts";
import { bySystem, isDebitOnItsWay, isDebitWithdrawable, type ServicedProduct } from "./serviced-product.ts";

// A business pays by wire or check. The money is in suspense, because our bank has it and no processor knows it. Staff name the product that
// it pays; another person approves, and it is applied in that transaction.

type OutsidePayment = {
  issuedProductId: string;
  vendorLineId: string;
  amountCents: number;
  receivedOn: string;
  kind: OutsidePaymentKind;
};

/** The subject is the receipt, so that one request at a time names it. */
export const recordOutsidePayment: StaffAction<OutsidePayment> = {
  kind: "product.record-outside-payment",
  action: "staff.outside-payment.record",
  needs: () => ({ people: 2, checker: null }),
  perform: async (tx, { businessId, payload, memberId, requestId }) => {
    await receive(tx, businessId, payload, { memberId, requestId });
  },
};

type By = { memberId: string; requestId: string };

/**
 * Applies the payment, and withdraws the debits and retries of what it has paid. A debit that is on its way stays; what it pays too much is
 * refunded. Returns the order of the payment.
 */
async function receive(tx: Tx, businessId: string | null, wanted: OutsidePayment, by: By): Promise<string> {
  const { serviced, receipt, payment } = await readyFor(tx, businessId, wanted);
  const { product, now } = serviced;
  await withdrawPayoff(tx, serviced);
  const { kind, amountCents, effectiveOn } = payment;
  const id = await receiveOutside(
    tx,
    receipt,
    {
      platformId: product.platformId,
      businessId: product.businessId,
      paymentType: "REPAYMENT",
      productType: product.productType,
      feeType: null,
      // The product decides when it is applied.
      split: { principalCents: amountCents, interestCents: 0, feeCents: 0 },
      item: `receipt/${receipt.id}`,
      subjects: { issuedProductId: product.id },
      dueOn: effectiveOn,
      purpose: kind as OutsidePaymentKind,
      entries: null,
      isManual: true,
      isOnce: true,
    },
    by,
  );
  await serviceProduct(tx, product.id, now);
  return id;
}

type Ready = { serviced: ServicedProduct; receipt: Receipt; payment: Payment };

/** Locks the product and then the receipt, and refuses what does not fit. */
async function readyFor(tx: Tx, businessId: string | null, wanted: OutsidePayment): Promise<Ready> {
  if (!businessId) throw new Error("a product belongs to a business");
  const serviced = await lockOwn(tx, businessId, wanted.issuedProductId);
  const { product, accountId } = serviced;
  if (product.fundedOn === null || issuedProductLifecycle.isOver(product.loanStatus))
    throw new Refusal("WRONG_STATE", {
      context: { status: product.loanStatus, allowedFrom: ["CURRENT", "LATE", "DEFAULTED"] },
    });
  // The draws and invoices of a line have a payoff each, and a receipt names none of them.
  if (wanted.kind === "PAYOFF" && isLine(product)) throw new Refusal("PAYOFF_OF_LINE");
  const receipt = await lockReceipt(tx, wanted.vendorLineId);
  if (!receipt) throw new Refusal("RECEIPT_NOT_IN_SUSPENSE");
  const differs = (what: string) => new Refusal("BANK_LINE_DIFFERS", { context: { differs: what } });
  if (receipt.amountCents !== wanted.amountCents) throw differs("it has another amount");
  if (receipt.book !== product.book) throw differs("it came to the account of another book");
  const payment: Payment = {
    kind: wanted.kind,
    amountCents: receipt.amountCents,
    creditCents: noCents,
    effectiveOn: dayOf(receipt, product.fundedOn, wanted.receivedOn),
    drawId: null,
    invoiceId: null,
  };
  const issued = await readIssued(tx, product);
  const { payoff, apply } = functionsOf(product.productType);
  if (payment.kind === "PAYOFF" && product.writtenOffAt === null) {
    const { amountCents } = payoff(issued, payment, plainWorksheet);
    if (payment.amountCents < amountCents) throw new Refusal("BELOW_PAYOFF", { context: { amountCents } });
  }
  const { overpaidCents } = joined(apply(issued, payment));
  if (overpaidCents > 0 && accountId === null) throw new Refusal("NO_ACCOUNT_FOR_REFUND");
  return { serviced, receipt, payment };
}

/** The banking day from which a payment counts. */
function dayOf({ postedOn }: Receipt, fundedOn: BusinessDate, requested: string): BusinessDate {
  const receivedOn = businessDate(requested);
  const earliest = [receivedFrom(postedOn), fundedOn].toSorted().at(-1) ?? fundedOn;
  if (receivedOn < earliest || receivedOn > postedOn)
    throw new Refusal("RECEIVED_ON_OTHER_DAY", { context: { earliest, latest: postedOn } });
  return bankingDayOnOrAfter(receivedOn);
}

/** A payoff that waits, whose quote is no longer right, is withdrawn. */
async function withdrawPayoff(tx: Tx, { debits }: ServicedProduct): Promise<void> {
  for (const order of debits)
    if (order.purpose === "PAYOFF" && isDebitWithdrawable(order)) await cancelOrder(tx, order.id, null, bySystem);
}

export function outsidePaymentRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(
    staffCalls.previewOutsidePayment,
    async ({ tx, caller, params: { businessId, issuedProductId }, query, requestId }) => {
      const by = { memberId: caller.memberId, requestId };
      const shown = await preview(tx, businessId, issuedProductId, async () => {
        const id = await receive(tx, businessId, { issuedProductId, ...query }, by);
        return readPaid(tx, id);
      });
      const { before, after, withdrawn, ordered, result, debits } = shown;
      return {
        before,
        after,
        withdrawn,
        ordered,
        paid: result,
        onTheirWay: debits.filter(isDebitOnItsWay).map(toDebit),
      };
    },
  );
  authenticatedRoute(
    staffCalls.recordOutsidePayment,
    async ({ tx, caller, params, body: { reason, ...payment }, requestId }) => {
      const payload = { issuedProductId: params.issuedProductId, ...payment };
      // Refused at once where the approval would be refused.
      const { receipt } = await readyFor(tx, params.businessId, payload);
      return requestAction(tx, app, recordOutsidePayment, {
        caller,
        subjectId: receipt.id,
        payload,
        reason,
        requestId,
      });
    },
  );
}

/** What a payment has paid. */
export async function readPaid(tx: Tx, id: string) {
  const row = await tx
    .selectFrom("payment_order")
    .select(["principal_cents", "interest_cents", "fee_cents", "credit_cents"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    principalCents: row.principal_cents,
    interestCents: row.interest_cents,
    feeCents: row.fee_cents,
    overpaidCents: row.credit_cents,
  };
}
