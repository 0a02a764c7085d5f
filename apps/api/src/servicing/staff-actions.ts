import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { type BusinessDate, businessDate, daysBetween } from "@inlay/lending/calendar/business-date.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { isAssessed } from "@inlay/lending/mechanics/obligation.ts";
import { collectedOn, isOnItsWay } from "@inlay/lending/servicing/collection.ts";
import { latestPayoffQuote } from "@inlay/lending/servicing/payoff-request-lifecycle.ts";
import { whyNotDefault } from "@inlay/lending/servicing/why-not-default.ts";
import { arrearsOf, whyNotReinstate } from "@inlay/lending/servicing/why-not-reinstate.ts";
import { type WriteOffCause, whyNotWriteOff } from "@inlay/lending/servicing/why-not-write-off.ts";
import { type ActionRequest, closeTask, requestAction, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import {
  defaultProduct as enterDefault,
  reinstateProduct as reinstate,
  updateStates,
  waiveFee as waive,
  writeOffProduct as writeOff,
} from "../products/public.ts";
import { daysPastDueOfProduct } from "./age.ts";
import { withdrawDebits } from "./collect.ts";
import { quotePayoffFor } from "./payoff-quote.ts";
import { answerPayoff, type PayoffRequest, readPayoffRequest } from "./payoff-request.ts";
import { readBreach } from "./periods/follow-authorization.ts";
import { preview } from "./preview.ts";
import { lockOwn, readServicing } from "./read-servicing.ts";
import { serviceProduct } from "./service-product.ts";
import { isDebitOnItsWay, ordersOf, type ServicedProduct } from "./serviced-product.ts";

const twoPeople = { people: 2, checker: null } as const;

const lockSubject = (tx: Tx, { businessId, subjectId }: Pick<ActionRequest<object>, "businessId" | "subjectId">) => {
  if (!businessId) throw new Error("a product belongs to a business");
  return lockOwn(tx, businessId, subjectId);
};

type ScraCheck = { scraCheckedOn: string; scraCertificate: string };
/** A check for military service counts for this long. */
const scraCheckDays = 30;

/** A product enters default. The second person confirms the check for military service together with it. */
export const defaultProduct: StaffAction<ScraCheck> = {
  kind: "product.default",
  action: "staff.product.default",
  needs: () => twoPeople,
  refuseUnknown: async (tx, request) => refuseDefault(tx, await lockSubject(tx, request), request.payload),
  perform: async (tx, request) => {
    const serviced = await lockSubject(tx, request);
    const { product, now } = serviced;
    await refuseDefault(tx, serviced, request.payload);
    await tx
      .insertInto("scra_check")
      .values({
        platform_id: product.platformId,
        business_id: product.businessId,
        issued_product_id: product.id,
        checked_on: request.payload.scraCheckedOn,
        certificate: request.payload.scraCertificate,
        checked_by: request.memberId,
      })
      .execute();
    await withdrawDebits(tx, serviced, null);
    await enterDefault(tx, product, now);
    for (const kind of ["DEFAULT_REVIEW", "AUTHORIZATION_BREACH"] as const)
      await closeTask(tx, { kind, subjectId: product.id });
    await serviceProduct(tx, product.id, now);
  },
};

async function refuseDefault(tx: Tx, serviced: ServicedProduct, { scraCheckedOn }: ScraCheck): Promise<void> {
  const { product, today } = serviced;
  if (!issuedProductLifecycle.allows(product.loanStatus, "DEFAULTED"))
    throw new Refusal("WRONG_STATE", {
      context: { status: product.loanStatus, allowedFrom: issuedProductLifecycle.allowedFrom("DEFAULTED") },
    });
  const daysPastDue = daysPastDueOfProduct(serviced);
  const breach = (await readBreach(tx, product.id))?.state === "BREACHED" ? "AUTHORIZATION_NOT_REPLACED" : null;
  const refusal = whyNotDefault(product.productType, daysPastDue, breach);
  if (refusal === "NOT_LONG_ENOUGH_PAST_DUE") throw new Refusal(refusal, { context: { daysPastDue } });
  if (refusal) throw new Refusal(refusal);
  const ageDays = daysBetween(businessDate(scraCheckedOn), today);
  if (ageDays < 0 || ageDays > scraCheckDays)
    throw new Refusal("SCRA_CHECK_TOO_OLD", { context: { checkedOn: scraCheckedOn, days: scraCheckDays } });
}

/** What a product in default owes is written off. What is paid afterwards is a recovery. */
const writeOffProduct: StaffAction<{ cause: WriteOffCause }> = {
  kind: "product.write-off",
  action: "staff.product.write-off",
  needs: () => twoPeople,
  refuseUnknown: async (tx, request) => refuseWriteOff(await lockSubject(tx, request), request.payload.cause),
  perform: async (tx, request) => {
    const serviced = await lockSubject(tx, request);
    const { product, now } = serviced;
    refuseWriteOff(serviced, request.payload.cause);
    await writeOff(tx, product, now);
    for (const kind of ["DELINQUENCY_CONTACT", "CHARGE_OFF_REVIEW", "CHARGE_OFF_DUE"] as const)
      await closeTask(tx, { kind, subjectId: product.id });
    await serviceProduct(tx, product.id, now);
  },
};

function refuseWriteOff(serviced: ServicedProduct, cause: WriteOffCause): void {
  const { productType, loanStatus, writtenOffAt } = serviced.product;
  const daysPastDue = daysPastDueOfProduct(serviced);
  const isWrittenOff = writtenOffAt !== null;
  const refusal = whyNotWriteOff({ productType, loanStatus, isWrittenOff, daysPastDue }, cause);
  if (refusal === "NOT_LONG_ENOUGH_PAST_DUE") throw new Refusal(refusal, { context: { daysPastDue } });
  if (refusal) throw new Refusal(refusal);
}

/** A product leaves its default. Its figures decide whether it may, so one person is enough. */
export const reinstateProduct: StaffAction<Record<string, never>> = {
  kind: "product.reinstate",
  action: "staff.product.reinstate",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, request) => {
    const { product, obligations, today, now } = await lockSubject(tx, request);
    const { loanStatus, writtenOffAt } = product;
    const arrearsCents = arrearsOf(obligations, today);
    const refusal = whyNotReinstate({ loanStatus, isWrittenOff: writtenOffAt !== null, arrearsCents });
    if (refusal === "ARREARS_UNPAID") throw new Refusal(refusal, { context: { arrearsCents } });
    if (refusal) throw new Refusal(refusal);
    await reinstate(tx, product, now);
    await serviceProduct(tx, product.id, now);
  },
};

/** Waives a fee, unless a debit that may still pay it is on its way. A debit that waits is withdrawn. */
const waiveFee: StaffAction<{ obligationId: string }> = {
  kind: "fee.waive",
  action: "staff.fee.waive",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, { payload, memberId, requestId, ...request }) => {
    await waiveOne(tx, await lockSubject(tx, request), payload.obligationId, { memberId, requestId });
  },
};

async function waiveOne(
  tx: Tx,
  serviced: ServicedProduct,
  obligationId: string,
  { memberId, requestId }: Pick<ActionRequest<object>, "memberId" | "requestId">,
): Promise<void> {
  const { product, obligations, today, now } = serviced;
  const fee = obligations.find(({ id }) => id === obligationId);
  if (!fee || !isAssessed(fee)) throw new Refusal("NOT_FOUND", { context: { object: "fee" } });
  const onItsWay = ordersOf(serviced, fee).find(isOnItsWay);
  if (onItsWay) throw new Refusal("WRONG_STATE", { context: { status: onItsWay.status, allowedFrom: ["SCHEDULED"] } });
  await waive(tx, product, fee.id, today, { actor: { kind: "STAFF", id: memberId }, requestId });
  await updateStates(tx, product, { today, hasPendingOrders: serviced.debits.some(isDebitOnItsWay) });
  await serviceProduct(tx, product.id, now);
}

/** The figure is the server's, and the owner decides about the debit, so one person is enough. */
const answerPayoffRequest: StaffAction<{ effectiveOn: string }> = {
  kind: "product.answer-payoff-request",
  action: "staff.product.answer-payoff-request",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, { payload, memberId, requestId, ...request }) => {
    const serviced = await lockSubject(tx, request);
    const effectiveOn = refusePayoffDay(serviced, payload.effectiveOn);
    const by = { actor: { kind: "STAFF", id: memberId } as const, requestId, memberId };
    await answerPayoff(tx, serviced, await requireRequest(tx, serviced), effectiveOn, by);
  },
};

async function requireRequest(tx: Tx, { product }: ServicedProduct): Promise<PayoffRequest> {
  const request = await readPayoffRequest(tx, product.id);
  if (!request) throw new Refusal("NOT_FOUND", { context: { object: "payoff request" } });
  return request;
}

/** A banking day whose file can still be reached, within the time for which staff quote. */
function refusePayoffDay({ today, now }: ServicedProduct, requested: string): BusinessDate {
  const effectiveOn = businessDate(requested);
  if (collectedOn(effectiveOn, now) !== effectiveOn || effectiveOn > latestPayoffQuote(today))
    throw new Refusal("PAYOFF_QUOTE_DAY_INVALID", {
      context: { earliest: collectedOn(today, now), latest: latestPayoffQuote(today) },
    });
  return effectiveOn;
}

export const servicingStaffActions = [
  defaultProduct,
  writeOffProduct,
  reinstateProduct,
  waiveFee,
  answerPayoffRequest,
] as unknown as StaffAction[];

/** The daily life of a funded product, as staff see and change it. */
export function servicingStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.getProductServicing, ({ tx, params: { businessId, issuedProductId } }) =>
    readServicing(tx, businessId, issuedProductId),
  );
  authenticatedRoute(staffCalls.defaultProduct, ({ tx, caller, params, body: { reason, ...payload }, requestId }) =>
    requestAction(tx, app, defaultProduct, { caller, subjectId: params.issuedProductId, payload, reason, requestId }),
  );
  authenticatedRoute(staffCalls.writeOffProduct, ({ tx, caller, params, body: { reason, ...payload }, requestId }) =>
    requestAction(tx, app, writeOffProduct, { caller, subjectId: params.issuedProductId, payload, reason, requestId }),
  );
  authenticatedRoute(staffCalls.quoteLatePayoff, async ({ tx, params: { businessId, issuedProductId }, query }) => {
    const serviced = await lockOwn(tx, businessId, issuedProductId);
    const { status, expiresAt } = await requireRequest(tx, serviced);
    const quote = await quotePayoffFor(tx, serviced, refusePayoffDay(serviced, query.effectiveOn));
    const { effectiveOn, principalCents, interestCents, feesCents, amountCents } = quote;
    return {
      status,
      expiresAt: expiresAt.toISOString(),
      quote: { effectiveOn, principalCents, interestCents, feesCents, amountCents },
    };
  });
  authenticatedRoute(
    staffCalls.answerPayoffRequest,
    ({ tx, caller, params, body: { reason, ...payload }, requestId }) =>
      requestAction(tx, app, answerPayoffRequest, {
        caller,
        subjectId: params.issuedProductId,
        payload,
        reason,
        requestId,
      }),
  );
  authenticatedRoute(staffCalls.reinstateProduct, ({ tx, caller, params, body: { reason }, requestId }) =>
    requestAction(tx, app, reinstateProduct, {
      caller,
      subjectId: params.issuedProductId,
      payload: {},
      reason,
      requestId,
    }),
  );
  authenticatedRoute(
    staffCalls.previewFeeWaiver,
    async ({ tx, caller, params: { businessId, issuedProductId, obligationId }, requestId }) => {
      const { before, after, withdrawn, ordered } = await preview(tx, businessId, issuedProductId, async () =>
        waiveOne(tx, await lockOwn(tx, businessId, issuedProductId), obligationId, {
          memberId: caller.memberId,
          requestId,
        }),
      );
      return { before, after, withdrawn, ordered };
    },
  );
  authenticatedRoute(
    staffCalls.waiveFee,
    ({ tx, caller, params: { issuedProductId, obligationId }, body: { reason }, requestId }) =>
      requestAction(tx, app, waiveFee, {
        caller,
        subjectId: issuedProductId,
        payload: { obligationId },
        reason,
        requestId,
      }),
  );
}
