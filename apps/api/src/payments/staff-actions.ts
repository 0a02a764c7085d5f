import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { tierFor } from "@inlay/lending/access/approval-tiers.ts";
import type { DishonorCode } from "@inlay/lending/payments/reversal.ts";
import { type ActionRequest, requestAction, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { dishonorReturn, reverseDebit } from "./correct-order.ts";
import { approveOrder, type RetryChoice, rejectOrder, retryFailedOrder } from "./decide-order.ts";
import { lockOrder } from "./order.ts";
import { releaseDebits } from "./return-rates.ts";
import { cancelUnusual, releaseUnusual } from "./unusual-orders.ts";

const byStaff = ({ memberId, requestId }: Pick<ActionRequest<object>, "memberId" | "requestId">) => ({
  actor: { kind: "STAFF" as const, id: memberId },
  requestId,
});

const approvePayment: StaffAction<{ amountCents: number }> = {
  kind: "payment.approve",
  action: "staff.payment.approve",
  needs: ({ amountCents }, tiers) => tierFor(tiers, amountCents),
  perform: (tx, request) => approveOrder(tx, request.subjectId, byStaff(request)),
};

/** A rejection moves no money, so one person is enough. */
const rejectPayment: StaffAction<{ rejectionReason: string }> = {
  kind: "payment.reject",
  action: "staff.payment.reject",
  needs: () => ({ people: 1, checker: null }),
  perform: (tx, request) => rejectOrder(tx, request.subjectId, request.payload.rejectionReason, byStaff(request)),
};

/** The new order is manual, so another person must approve it. */
const retryPayment: StaffAction<RetryChoice> = {
  kind: "payment.retry",
  action: "staff.payment.retry",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, request) => {
    await retryFailedOrder(tx, request.subjectId, request.payload, byStaff(request));
  },
};

const releaseUnusualPayment: StaffAction<{ amountCents: number }> = {
  kind: "payment.release-unusual",
  action: "staff.payment.release-unusual",
  needs: ({ amountCents }, tiers) => tierFor(tiers, amountCents),
  perform: (tx, request) => releaseUnusual(tx, request.subjectId, byStaff(request)),
};

const cancelUnusualPayment: StaffAction<Record<string, never>> = {
  kind: "payment.cancel-unusual",
  action: "staff.payment.cancel-unusual",
  needs: () => ({ people: 1, checker: null }),
  perform: (tx, request) => cancelUnusual(tx, request.subjectId, byStaff(request)),
};

const reversePayment: StaffAction<Record<string, never>> = {
  kind: "payment.reverse",
  action: "staff.payment.reverse",
  needs: () => ({ people: 2, checker: null }),
  refuseUnknown: requireOrder,
  perform: async (tx, request) => {
    await reverseDebit(tx, request.subjectId, byStaff(request));
  },
};

const dishonorPaymentReturn: StaffAction<{ dishonorCode: DishonorCode }> = {
  kind: "payment.dishonor-return",
  action: "staff.payment.dishonor-return",
  needs: () => ({ people: 2, checker: null }),
  refuseUnknown: requireOrder,
  perform: async (tx, request) => {
    await dishonorReturn(tx, request.subjectId, request.payload.dishonorCode, byStaff(request));
  },
};

/** The tenant determines whose debits are released: those of a business that is judged alone, or of a whole platform. */
const releaseHeldDebits: StaffAction<Record<string, never>> = {
  kind: "debits.release",
  action: "staff.debits.release",
  needs: () => ({ people: 2, checker: null }),
  perform: (tx, { platformId, businessId, ...request }) =>
    releaseDebits(tx, { platformId, businessId, ...byStaff(request) }),
};

/** Staff actions on payments. */
export const paymentStaffActions = [
  approvePayment,
  rejectPayment,
  retryPayment,
  releaseUnusualPayment,
  cancelUnusualPayment,
  reversePayment,
  dishonorPaymentReturn,
  releaseHeldDebits,
] as unknown as StaffAction[];

async function amountOf(tx: Tx, id: string): Promise<number> {
  const order = await lockOrder(tx, id);
  if (!order) throw new Refusal("NOT_FOUND", { context: { object: "payment order" } });
  return order.amountCents;
}

async function requireOrder(tx: Tx, { subjectId }: { subjectId: string }): Promise<void> {
  await amountOf(tx, subjectId);
}

export function paymentStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(
    staffCalls.approvePaymentOrders,
    async ({ tx, caller, body: { paymentOrderIds, reason }, requestId }) => {
      const outcomes = [];
      // Sorted, so that two requests with the same orders do not deadlock.
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
  authenticatedRoute(
    staffCalls.releaseUnusualPayment,
    async ({ tx, caller, params: { paymentOrderId }, body: { reason }, requestId }) => {
      const payload = { amountCents: await amountOf(tx, paymentOrderId) };
      return requestAction(tx, app, releaseUnusualPayment, {
        caller,
        subjectId: paymentOrderId,
        payload,
        reason,
        requestId,
      });
    },
  );
  authenticatedRoute(staffCalls.cancelUnusualPayment, ({ tx, caller, params, body: { reason }, requestId }) =>
    requestAction(tx, app, cancelUnusualPayment, {
      caller,
      subjectId: params.paymentOrderId,
      payload: {},
      reason,
      requestId,
    }),
  );
  authenticatedRoute(staffCalls.reversePaymentOrder, ({ tx, caller, params, body: { reason }, requestId }) =>
    requestAction(tx, app, reversePayment, {
      caller,
      subjectId: params.paymentOrderId,
      payload: {},
      reason,
      requestId,
    }),
  );
  authenticatedRoute(staffCalls.dishonorReturn, ({ tx, caller, params, body: { dishonorCode, reason }, requestId }) =>
    requestAction(tx, app, dishonorPaymentReturn, {
      caller,
      subjectId: params.paymentOrderId,
      payload: { dishonorCode },
      reason,
      requestId,
    }),
  );
  authenticatedRoute(staffCalls.releaseDebits, ({ tx, caller, body: { reason }, requestId }) =>
    requestAction(tx, app, releaseHeldDebits, {
      caller,
      subjectId: caller.businessId ?? caller.platformId,
      payload: {},
      reason,
      requestId,
    }),
  );
}
