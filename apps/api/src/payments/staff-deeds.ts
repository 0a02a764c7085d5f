import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { tierFor } from "@inlay/lending/access/approval-tiers.ts";
import type { Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import type { Doors } from "../http/public.ts";
import { ask, type Deed, type Order as StaffOrder } from "../staff/public.ts";
import { approveOrder, type RetryChoice, rejectOrder, retryFailedOrder } from "./decide-order.ts";
import { lockOrder } from "./order.ts";
import { releaseDebits } from "./return-rates.ts";

const byStaff = ({ memberId, requestId }: Pick<StaffOrder<object>, "memberId" | "requestId">) => ({
  actor: { kind: "STAFF" as const, id: memberId },
  requestId,
});

const approvePayment: Deed<{ amountCents: number }> = {
  kind: "payment.approve",
  action: "staff.payment.approve",
  needs: ({ amountCents }, tiers) => tierFor(tiers, amountCents),
  perform: (tx, order) => approveOrder(tx, order.subjectId, byStaff(order)),
};

/** Saying no moves no money, so one person is enough. */
const rejectPayment: Deed<{ rejectionReason: string }> = {
  kind: "payment.reject",
  action: "staff.payment.reject",
  needs: () => ({ people: 1, checker: null }),
  perform: (tx, order) => rejectOrder(tx, order.subjectId, order.payload.rejectionReason, byStaff(order)),
};

/** The order that it makes was made by hand, and so waits for somebody else to let it go. */
const retryPayment: Deed<RetryChoice> = {
  kind: "payment.retry",
  action: "staff.payment.retry",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, order) => {
    await retryFailedOrder(tx, order.subjectId, order.payload, byStaff(order));
  },
};

/** Whose debits they are follows from the tenant: a business that is judged alone, or a whole platform. */
const letDebitsGo: Deed<Record<string, never>> = {
  kind: "debits.release",
  action: "staff.debits.release",
  needs: () => ({ people: 2, checker: null }),
  perform: (tx, { platformId, businessId, ...order }) =>
    releaseDebits(tx, { platformId, businessId, ...byStaff(order) }),
};

/** What our own people can do about payments. */
export const paymentDeeds = [approvePayment, rejectPayment, retryPayment, letDebitsGo] as unknown as Deed[];

export function paymentStaffRoutes({ serve }: Doors, house: House): void {
  const amountOf = async (tx: Tx, id: string): Promise<number> => {
    const order = await lockOrder(tx, id);
    if (!order) throw new Refusal("NOT_FOUND", { context: { object: "payment order" } });
    return order.amountCents;
  };
  serve(staffCalls.approvePaymentOrders, async ({ tx, caller, body: { paymentOrderIds, reason }, requestId }) => {
    const outcomes = [];
    // In one order, so that two lists with the same orders do not wait for each other.
    for (const paymentOrderId of [...paymentOrderIds].sort()) {
      const payload = { amountCents: await amountOf(tx, paymentOrderId) };
      const made = await ask(tx, house, approvePayment, {
        caller,
        subjectId: paymentOrderId,
        payload,
        reason,
        requestId,
      });
      outcomes.push({ ...made, paymentOrderId });
    }
    return { outcomes };
  });
  serve(staffCalls.rejectPaymentOrders, async ({ tx, caller, body: { paymentOrderIds, reason }, requestId }) => {
    const outcomes = [];
    for (const paymentOrderId of [...paymentOrderIds].sort()) {
      const payload = { rejectionReason: reason };
      const made = await ask(tx, house, rejectPayment, {
        caller,
        subjectId: paymentOrderId,
        payload,
        reason,
        requestId,
      });
      outcomes.push({ ...made, paymentOrderId });
    }
    return { outcomes };
  });
  serve(staffCalls.retryPaymentOrder, ({ tx, caller, params, body: { reason, ...choice }, requestId }) => {
    const payload: RetryChoice = {
      isCauseCorrected: choice.isCauseCorrected,
      ...(choice.bankAccountId && { bankAccountId: choice.bankAccountId }),
    };
    return ask(tx, house, retryPayment, { caller, subjectId: params.paymentOrderId, payload, reason, requestId });
  });
  serve(staffCalls.releaseDebits, ({ tx, caller, body: { reason }, requestId }) =>
    ask(tx, house, letDebitsGo, {
      caller,
      subjectId: caller.businessId ?? caller.platformId,
      payload: {},
      reason,
      requestId,
    }),
  );
}
