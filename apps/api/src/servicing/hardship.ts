import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { isScheduled } from "@inlay/lending/mechanics/obligation.ts";
import { whyNotRetry } from "@inlay/lending/payments/retry.ts";
import { collectedOn, isWithdrawable } from "@inlay/lending/servicing/collection.ts";
import { type HardshipRefusal, type PutOff, whyNotPutOff } from "@inlay/lending/servicing/hardship.ts";
import { requestAction, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { cancelOrder, retryOrder } from "../payments/public.ts";
import { bill, moveDueDay, nextPlanVersion } from "../products/public.ts";
import { failedDebitOf } from "./arrangements.ts";
import { preview } from "./preview.ts";
import { lockOwn } from "./read-servicing.ts";
import { saveArrangement, simpleArrangement } from "./save-arrangement.ts";
import { serviceProduct } from "./service-product.ts";
import {
  bySystem,
  type Item,
  isPaidNow,
  isScheduleReplaced,
  type ServicedProduct,
  unpaidItems,
} from "./serviced-product.ts";

// Staff put payments of a loan off for a business in hardship: a new plan, in which they fall due later. They do not age before their new
// day. The interest is that of the product: the schedule's, or on a DAILY loan that of the days.

type Plan = { payments: { obligationId: string; dueOn: string }[] };
type By = { memberId: string; requestId: string };

export const putOffPayments: StaffAction<Plan> = {
  kind: "product.put-off-payments",
  action: "staff.product.put-off-payments",
  needs: () => ({ people: 2, checker: null }),
  refuseUnknown: async (tx, { businessId, subjectId, payload }) => {
    refuse(await lockOwn(tx, businessId ?? "", subjectId), toPlan(payload));
  },
  perform: (tx, { businessId, subjectId, payload, memberId, requestId }) =>
    putOff(tx, businessId ?? "", subjectId, toPlan(payload), { memberId, requestId }),
};

const toPlan = ({ payments }: Plan): PutOff[] =>
  payments.map(({ obligationId, dueOn }) => ({ obligationId, dueOn: businessDate(dueOn) }));

async function putOff(tx: Tx, businessId: string, id: string, plan: readonly PutOff[], by: By): Promise<void> {
  const serviced = await lockOwn(tx, businessId, id);
  const items = refuse(serviced, plan);
  const { product, today, now } = serviced;
  const planVersion = await nextPlanVersion(tx, product);
  for (const { obligationId, dueOn } of plan) {
    const item = items.find(({ obligation }) => obligation.id === obligationId);
    if (!item) throw new Error("a payment that is put off was found before");
    for (const order of item.orders.filter(isWithdrawable)) await cancelOrder(tx, order.id, null, bySystem);
    await moveDueDay(tx, product, obligationId, dueOn, planVersion);
    const paymentOrderId = await retryOn(tx, serviced, item, dueOn);
    const days = [{ to: dueOn, part: null, amountCents: null }];
    const arrangement = { ...simpleArrangement, kind: "HARDSHIP", item, from: item.dueOn, days } as const;
    const actor = { kind: "STAFF", id: by.memberId } as const;
    await saveArrangement(tx, serviced, { ...arrangement, paymentOrderId, planVersion }, { ...by, actor });
  }
  // The interest of a row that is not due any more is billed on its new day.
  await bill(tx, product, today);
  await serviceProduct(tx, product.id, now);
}

/** A payment whose debit was returned is tried again on its new day, if the network allows it. Any other is debited by its schedule. */
async function retryOn(tx: Tx, serviced: ServicedProduct, item: Item, day: BusinessDate): Promise<string | null> {
  const failed = failedDebitOf(serviced, item);
  if (!failed || serviced.accountId === null || serviced.isAutopayOff || refuseRetry(serviced, item, day)) return null;
  return retryOrder(tx, failed, day, bySystem.actor, null, serviced.accountId);
}

function refuseRetry(serviced: ServicedProduct, item: Item, onDay: BusinessDate): string | null {
  const failed = failedDebitOf(serviced, item);
  if (!failed) return null;
  const { failureReason, firstSettledOn, effectiveOn, bankAccountId } = failed;
  return whyNotRetry(
    {
      status: failed.status,
      direction: failed.direction,
      reason: failureReason ?? "unexpected_error",
      firstSettledOn: firstSettledOn ?? effectiveOn,
      debitedOn: effectiveOn,
      retriesMade: failed.retriesMade,
    },
    { isOtherAccount: bankAccountId !== serviced.accountId, isCauseCorrected: false, onDay },
  );
}

const refusalOf: Record<HardshipRefusal, (serviced: ServicedProduct) => Refusal> = {
  PRODUCT_NOT_OPEN: ({ product }) =>
    new Refusal("WRONG_STATE", { context: { status: product.loanStatus, allowedFrom: ["CURRENT", "LATE"] } }),
  UNKNOWN_PAYMENT: () => new Refusal("NOT_FOUND", { context: { object: "payment" } }),
  PAYMENT_PENDING: () => new Refusal("PAY_NOW_PAYMENT_PENDING"),
  DAY_INVALID: () => new Refusal("PUT_OFF_DAY_INVALID"),
};

/** The unpaid rows of the schedule. Refused if the plan cannot be made of them. */
function refuse(serviced: ServicedProduct, plan: readonly PutOff[]): Item[] {
  const { product, today, now } = serviced;
  const items = unpaidItems(serviced, "scheduled")
    // What an advance owes in its periods follows its sales, so there is nothing to put off.
    .filter(({ obligation, periodId }) => periodId === null && isScheduled(obligation))
    .toSorted((a, b) => a.obligation.number - b.obligation.number);
  const planned = items.map(({ obligation, dueOn, orders }) => ({ obligationId: obligation.id, dueOn, orders }));
  const { loanStatus } = product;
  const refusal = whyNotPutOff(planned, plan, { loanStatus, today, earliest: collectedOn(today, now) });
  if (refusal) throw refusalOf[refusal](serviced);
  const moved = plan.flatMap(({ obligationId, dueOn }) =>
    items.filter(({ obligation }) => obligation.id === obligationId).map((item) => ({ item, dueOn })),
  );
  if (moved.some(({ item }) => isScheduleReplaced(serviced, item.obligation) || isPaidNow(serviced, item)))
    throw new Refusal("PAY_NOW_PAYMENT_PENDING");
  // A retry that waits is repeated on the new day, or on its own again.
  const isLost = ({ item, dueOn }: (typeof moved)[number]) =>
    item.orders.some((order) => order.isRetry && isWithdrawable(order)) && refuseRetry(serviced, item, dueOn) !== null;
  if (moved.some(isLost)) throw refusalOf.DAY_INVALID(serviced);
  return items;
}

export function hardshipRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(
    staffCalls.previewPutOff,
    async ({ tx, caller, params: { businessId, issuedProductId }, body, requestId }) => {
      const by = { memberId: caller.memberId, requestId };
      const { before, after, withdrawn, ordered } = await preview(tx, businessId, issuedProductId, () =>
        putOff(tx, businessId, issuedProductId, toPlan(body), by),
      );
      return { before, after, withdrawn, ordered };
    },
  );
  authenticatedRoute(staffCalls.putOffPayments, ({ tx, caller, params, body: { reason, ...payload }, requestId }) =>
    requestAction(tx, app, putOffPayments, { caller, subjectId: params.issuedProductId, payload, reason, requestId }),
  );
}
