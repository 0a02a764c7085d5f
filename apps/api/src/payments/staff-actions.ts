import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { tierFor } from "@inlay/lending/access/approval-tiers.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { type ActionRequest, requestAction, type StaffAction } from "../staff/public.ts";
import { approveOrder, type RetryChoice, rejectOrder, retryFailedOrder } from "./decide-order.ts";
import { lockOrder } from "./order.ts";
import { releaseDebits } from "./return-rates.ts";

const byStaff = ({ memberId, requestId }: Pick<ActionRequest<object>, "memberId" | "requestId">) => ({
  actor: { kind: "STAFF" as const, id: memberId },
  requestId,
});

const approvePayment: StaffAction<{ amountCents: number }> = {
  kind: "payment.approve",
  action: "staff.payment.approve",
  needs: ({ amountCents }, tiers) => tierFor(tiers, amountCents),
  perform: (tx, order) => approveOrder(tx, order.subjectId, byStaff(order)),
};

/** Saying no moves no money, so one person is enough. */
const rejectPayment: StaffAction<{ rejectionReason: string }> = {
  kind: "payment.reject",
  action: "staff.payment.reject",
  needs: () => ({ people: 1, checker: null }),
  perform: (tx, order) => rejectOrder(tx, order.subjectId, order.payload.rejectionReason, byStaff(order)),
};

/** The order that it makes was made by hand, and so waits for somebody else to let it go. */
const retryPayment: StaffAction<RetryChoice> = {
  kind: "payment.retry",
  action: "staff.payment.retry",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, order) => {
    await retryFailedOrder(tx, order.subjectId, order.payload, byStaff(order));
  },
};

/** Whose debits they are follows from the tenant: a business that is judged alone, or a whole platform. */
const letDebitsGo: StaffAction<Record<string, never>> = {
  kind: "debits.release",
  action: "staff.debits.release",
  needs: () => ({ people: 2, checker: null }),
  perform: (tx, { platformId, businessId, ...order }) =>
    releaseDebits(tx, { platformId, businessId, ...byStaff(order) }),
};

/** What our own people can do about payments. */
export const paymentStaffActions = [
  approvePayment,
  rejectPayment,
  retryPayment,
  letDebitsGo,
] as unknown as StaffAction[];

export function paymentStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  const amountOf = async (tx: Tx, id: string): Promise<number> => {
    const order = await lockOrder(tx, id);
    if (!order) throw new Refusal("NOT_FOUND", { context: { object: "payment order" } });
    return order.amountCents;
  };
  authenticatedRoute(
    staffCalls.approvePaymentOrders,
    async ({ tx, caller, body: { paymentOrderIds, reason }, requestId }) => {
      const outcomes = [];
      // In one order, so that two lists with the same orders do not wait for each other.
      for (const paymentOrderId of [...paymentOrderIds].sort()) {
        const payload = { amountCents: await amountOf(tx, paymentOrderId) };
        const made = await requestAction(tx, app, approvePayment, {
          caller,
          subjectId: paymentOrderId,
          payload,
          reason,
          requestId,
        });
        outcomes.push({ ...made, paymentOrderId });
      }
      return { outcomes };
    },
  );
  authenticatedRoute(
    staffCalls.rejectPaymentOrders,
    async ({ tx, caller, body: { paymentOrderIds, reason }, requestId }) => {
      const outcomes = [];
      for (const paymentOrderId of [...paymentOrderIds].sort()) {
        const payload = { rejectionReason: reason };
        const made = await requestAction(tx, app, rejectPayment, {
          caller,
          subjectId: paymentOrderId,
          payload,
          reason,
          requestId,
        });
        outcomes.push({ ...made, paymentOrderId });
      }
      return { outcomes };
    },
  );
  authenticatedRoute(staffCalls.retryPaymentOrder, ({ tx, caller, params, body: { reason, ...choice }, requestId }) => {
    const payload: RetryChoice = {
      isCauseCorrected: choice.isCauseCorrected,
      ...(choice.bankAccountId && { bankAccountId: choice.bankAccountId }),
    };
    return requestAction(tx, app, retryPayment, {
      caller,
      subjectId: params.paymentOrderId,
      payload,
      reason,
      requestId,
    });
  });
  authenticatedRoute(staffCalls.releaseDebits, ({ tx, caller, body: { reason }, requestId }) =>
    requestAction(tx, app, letDebitsGo, {
      caller,
      subjectId: caller.businessId ?? caller.platformId,
      payload: {},
      reason,
      requestId,
    }),
  );
}
