import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { requestAction, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { lockWithdrawal, type Order, type Receipt, returnOutside } from "../payments/public.ts";
import { readPaid } from "./outside-payments.ts";
import { preview } from "./preview.ts";
import { lockOwn } from "./read-servicing.ts";
import { serviceProduct } from "./service-product.ts";
import type { ServicedProduct } from "./serviced-product.ts";

// A check bounces, or a wire is called back: our bank takes the money out again, without the processor. Staff name the payment that came back;
// another person approves, and exactly what it had paid is owed again. No fee is assessed, because nothing was returned by the network.

type ReturnedPayment = { issuedProductId: string; paymentOrderId: string; vendorLineId: string };

/** The subject is the payment, so that one request at a time names it. */
export const returnOutsidePayment: StaffAction<ReturnedPayment> = {
  kind: "product.return-outside-payment",
  action: "staff.outside-payment.return",
  needs: () => ({ people: 2, checker: null }),
  perform: async (tx, { businessId, payload, memberId, requestId }) => {
    await takeBack(tx, businessId, payload, { memberId, requestId });
  },
};

type By = { memberId: string; requestId: string };

async function takeBack(tx: Tx, businessId: string | null, wanted: ReturnedPayment, by: By): Promise<void> {
  const { serviced, payment, line } = await readyFor(tx, businessId, wanted);
  await returnOutside(tx, line, payment.id, by);
  await serviceProduct(tx, serviced.product.id, serviced.now);
}

type Ready = { serviced: ServicedProduct; payment: Order; line: Receipt };

/** Locks the product with its payments and then the line, and refuses what does not fit. */
async function readyFor(tx: Tx, businessId: string | null, wanted: ReturnedPayment): Promise<Ready> {
  if (!businessId) throw new Error("a product belongs to a business");
  const serviced = await lockOwn(tx, businessId, wanted.issuedProductId);
  const payment = serviced.debits.find(({ id, rail }) => id === wanted.paymentOrderId && rail === "OUTSIDE");
  if (!payment) throw new Refusal("NOT_FOUND", { context: { object: "payment order" } });
  if (payment.status !== "SUCCESSFUL_PAYMENT")
    throw new Refusal("WRONG_STATE", { context: { status: payment.status, allowedFrom: ["SUCCESSFUL_PAYMENT"] } });
  const line = await lockWithdrawal(tx, wanted.vendorLineId);
  if (!line) throw new Refusal("WITHDRAWAL_NOT_IN_SUSPENSE");
  const differs = (what: string) => new Refusal("BANK_LINE_DIFFERS", { context: { differs: what } });
  if (line.amountCents !== payment.amountCents) throw differs("it has another amount");
  if (line.book !== payment.book) throw differs("it left the account of another book");
  return { serviced, payment, line };
}

export function returnedPaymentRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(
    staffCalls.previewReturnedPayment,
    async ({ tx, caller, params: { businessId, ...ids }, query, requestId }) => {
      const by = { memberId: caller.memberId, requestId };
      const shown = await preview(tx, businessId, ids.issuedProductId, async () => {
        const wanted = { ...ids, vendorLineId: query.vendorLineId };
        const { payment } = await readyFor(tx, businessId, wanted);
        const takenBack = await readPaid(tx, payment.id);
        await takeBack(tx, businessId, wanted, by);
        return takenBack;
      });
      const { before, after, withdrawn, ordered, result } = shown;
      return { before, after, withdrawn, ordered, takenBack: result };
    },
  );
  authenticatedRoute(
    staffCalls.returnOutsidePayment,
    async ({ tx, caller, params: { businessId, ...ids }, body: { reason, vendorLineId }, requestId }) => {
      const payload = { ...ids, vendorLineId };
      // Refused at once where the approval would be refused.
      const { payment } = await readyFor(tx, businessId, payload);
      return requestAction(tx, app, returnOutsidePayment, {
        caller,
        subjectId: payment.id,
        payload,
        reason,
        requestId,
      });
    },
  );
}
