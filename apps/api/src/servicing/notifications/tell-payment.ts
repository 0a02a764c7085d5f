import { shownFailure } from "@inlay/lending/servicing/shown-failure.ts";
import type { Tx } from "../../db/scope.ts";
import { notify } from "../../notifications/public.ts";
import type { EventHandler } from "../../workflows/public.ts";
import { aboutOrder, type PaymentFacts, readPayment } from "./payment-facts.ts";
import { readProductFacts } from "./product-facts.ts";

/** What is paid of a product. Micro-entries, entries between books and corrections are nobody's payment. */
const paying: readonly string[] = ["REPAYMENT", "FEE", "PAYOFF", "LUMP_SUM"];
const refunding: readonly string[] = ["REBATE", "CREDIT_REFUND"];

/** A payment of a product has settled, or money has arrived. */
export const tellOfSettledPayment: EventHandler<"payment.settled"> =
  async (_app, { id, platformId, businessId, body: { paymentOrderId } }) =>
  async (tx) => {
    const order = await readPayment(tx, paymentOrderId);
    if (!businessId || !order || order.transferType !== "CASH") return;
    const facts = await readProductFacts(tx, order.issuedProductId, { about: order });
    const common = { ...facts, ...aboutOrder(order), batchEventType: "SERVICING_EVENT" as const };
    const told = { platformId, businessId, key: `event/${id}` };
    if (order.direction === "INCOMING" && paying.includes(order.purpose)) {
      const subEvent = await kindOfPayment(tx, order, facts.issuedProductStatus);
      await notify(tx, {
        ...told,
        event: { ...common, subEvent, ...repayment(order), creditCents: order.creditCents },
      });
    }
    const isRefund = refunding.includes(order.purpose);
    if (order.direction === "OUTGOING" && (order.purpose === "FUNDING" || isRefund))
      await notify(tx, {
        ...told,
        event: {
          ...common,
          subEvent: isRefund ? "REFUND" : "DISBURSEMENT",
          disbursementDate: order.effectiveOn,
          disbursementAmountCents: order.amountCents,
          disbursementBankAccount: order.account,
          payeeName: order.payeeName,
        },
      });
  };

const repayment = (order: PaymentFacts) => ({
  repaymentDate: order.effectiveOn,
  repaymentAmountCents: order.amountCents,
  servicingBankAccount: order.account,
  feeType: order.feeType,
});

async function kindOfPayment(
  tx: Tx,
  order: PaymentFacts,
  status: string,
): Promise<"FIRST_PAYMENT_SUCCESS" | "LAST_PAYMENT_SUCCESS" | "PAYMENT_MADE"> {
  const isOver = order.drawId
    ? order.drawState === "CLOSED"
    : order.invoiceId
      ? order.invoiceState === "CLOSED_INVOICE"
      : status === "FULLY_PAID";
  if (isOver) return "LAST_PAYMENT_SUCCESS";
  if (order.feeType !== null) return "PAYMENT_MADE";
  const earlier = await tx
    .selectFrom("payment_order")
    .select("id")
    .where("issued_product_id", "=", order.issuedProductId)
    .where("direction", "=", "INCOMING")
    .where("purpose", "in", ["REPAYMENT", "PAYOFF", "LUMP_SUM"])
    .where("status", "=", "SUCCESSFUL_PAYMENT")
    .where("id", "<>", order.id)
    .limit(1)
    .executeTakeFirst();
  return earlier ? "PAYMENT_MADE" : "FIRST_PAYMENT_SUCCESS";
}

/**
 * A debit has failed, or its bank took it back later. Runs after servicing has ordered what comes next. Of a wire or check that has come back
 * the primary owner has an email of its own.
 */
export const tellOfFailedPayment: EventHandler<"payment.failed" | "payment.returned"> =
  async (_app, { id, kind, platformId, businessId, body: { paymentOrderId } }) =>
  async (tx) => {
    const order = await readPayment(tx, paymentOrderId);
    if (!businessId || !order || order.rail !== "ACH" || order.direction !== "INCOMING") return;
    if (!paying.includes(order.purpose)) return;
    const next = await tx
      .selectFrom("payment_order")
      .select("effective_on as on")
      .where("issued_product_id", "=", order.issuedProductId)
      .where("direction", "=", "INCOMING")
      .where("item", "=", order.item)
      .where("status", "in", ["CREATED", "SCHEDULED"])
      .orderBy("effective_on")
      .limit(1)
      .executeTakeFirst();
    await notify(tx, {
      platformId,
      businessId,
      key: `event/${id}`,
      event: {
        ...(await readProductFacts(tx, order.issuedProductId, { about: order })),
        ...aboutOrder(order),
        ...repayment(order),
        batchEventType: "SERVICING_EVENT",
        subEvent: "PAYMENT_FAILED",
        failureReason: shownFailure(order.failureReason),
        exceptionalCircumstance: kind === "payment.returned" ? "RETURNED_AFTER_SUCCESS" : null,
        nextTryOn: next?.on ?? null,
      },
    });
  };
