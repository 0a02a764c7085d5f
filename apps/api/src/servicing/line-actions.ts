import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { addDays } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import {
  isLineChangeable,
  isLineNoticeDue,
  type LimitChangeReason,
  lineNoticeDays,
  type SuspensionReason,
} from "@inlay/lending/servicing/line-changes.ts";
import { type ActionRequest, openTask, requestAction, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { changeLimit, isLine, readLimit, reinstateLine, signedLimit, suspendLine } from "../products/public.ts";
import { preview } from "./preview.ts";
import { lockOwn } from "./read-servicing.ts";
import { serviceProduct } from "./service-product.ts";
import type { ServicedProduct } from "./serviced-product.ts";

const endOfWork = clock(17, 0);
const leastLimitCents = 100;

/** Stops new draws and invoices. The business is told, and a notice of adverse action is due where it has not asked for it. */
const suspend: StaffAction<{ suspensionReason: SuspensionReason }> = {
  kind: "line.suspend",
  action: "staff.line.suspend",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, request) => {
    const serviced = await lockLineOf(tx, request);
    const { product, now } = serviced;
    const { memberId, requestId, payload } = request;
    if (!(await suspendLine(tx, product, payload.suspensionReason, { memberId, requestId, now })))
      throw new Refusal("WRONG_STATE", { context: { status: "SUSPENDED", allowedFrom: ["OPEN"] } });
    await startNotice(tx, serviced, payload.suspensionReason);
    await serviceProduct(tx, product.id, now);
  },
};

const reinstate: StaffAction<Record<string, never>> = {
  kind: "line.reinstate",
  action: "staff.line.reinstate",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, request) => {
    const { product, now } = await lockLineOf(tx, request);
    const { memberId, requestId } = request;
    if (!(await reinstateLine(tx, product, { memberId, requestId, now })))
      throw new Refusal("WRONG_STATE", { context: { status: "OPEN", allowedFrom: ["SUSPENDED"] } });
    await serviceProduct(tx, product.id, now);
  },
};

type NewLimit = { limitCents: number; limitReason: LimitChangeReason };

/** Another limit is a decision about credit, so another person approves it. */
const setLimit: StaffAction<NewLimit> = {
  kind: "line.change-limit",
  action: "staff.line.change-limit",
  needs: () => ({ people: 2, checker: null }),
  refuseUnknown: async (tx, request) => {
    await refuseLimit(tx, await lockLineOf(tx, request), request.payload);
  },
  perform: async (tx, request) => {
    const { payload, memberId, requestId } = request;
    await performLimit(tx, await lockLineOf(tx, request), payload, { memberId, requestId });
  },
};

async function performLimit(
  tx: Tx,
  serviced: ServicedProduct,
  { limitCents: wished, limitReason: reason }: NewLimit,
  by: { memberId: string; requestId: string },
): Promise<void> {
  const { product, today, now } = serviced;
  const { limitCents, before } = await refuseLimit(tx, serviced, { limitCents: wished });
  await changeLimit(tx, product, { limitCents, reason }, { ...by, now });
  if (limitCents < before) await startNotice(tx, serviced, reason);
  const { id: subjectId, platformId, businessId } = product;
  const dueAt = easternInstant(addBankingDays(today, 1), endOfWork);
  if ((await readLimit(tx, product)).overLimitCents > 0)
    await openTask(tx, { kind: "LINE_OVER_LIMIT", subjectId, platformId, businessId, dueAt });
  await serviceProduct(tx, product.id, now);
}

async function refuseLimit(
  tx: Tx,
  { product }: ServicedProduct,
  wished: { limitCents: number },
): Promise<{ limitCents: Cents; before: Cents }> {
  const { limitCents: before } = await readLimit(tx, product);
  const most = await signedLimit(tx, product);
  const { limitCents } = wished;
  if (limitCents === before || limitCents < leastLimitCents || limitCents > most)
    throw new Refusal("LIMIT_NOT_ALLOWED", { context: { leastCents: leastLimitCents, mostCents: most } });
  return { limitCents: cents(limitCents), before };
}

/** Staff send the notice of adverse action within its time. */
async function startNotice(
  tx: Tx,
  { product, today }: ServicedProduct,
  reason: SuspensionReason | LimitChangeReason,
): Promise<void> {
  if (!isLineNoticeDue(product.loanStatus, reason)) return;
  const { id: subjectId, platformId, businessId } = product;
  const dueAt = easternInstant(addDays(today, lineNoticeDays), endOfWork);
  await openTask(tx, { kind: "LINE_NOTICE_DUE", subjectId, platformId, businessId, dueAt });
}

function lockLineOf(
  tx: Tx,
  { businessId, subjectId }: Pick<ActionRequest<object>, "businessId" | "subjectId">,
): Promise<ServicedProduct> {
  if (!businessId) throw new Error("a line belongs to a business");
  return lockOwnLine(tx, businessId, subjectId);
}

async function lockOwnLine(tx: Tx, businessId: string, issuedProductId: string): Promise<ServicedProduct> {
  const serviced = await lockOwn(tx, businessId, issuedProductId);
  const { loanStatus } = serviced.product;
  if (!isLine(serviced.product)) throw new Refusal("NOT_FOUND", { context: { object: "line" } });
  if (!isLineChangeable(loanStatus))
    throw new Refusal("WRONG_STATE", {
      context: { status: loanStatus, allowedFrom: ["CURRENT", "LATE", "DEFAULTED"] },
    });
  return serviced;
}

export const lineStaffActions = [suspend, reinstate, setLimit] as unknown as StaffAction[];

export function lineStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.suspendLine, ({ tx, caller, params, body: { reason, ...payload }, requestId }) =>
    requestAction(tx, app, suspend, { caller, subjectId: params.issuedProductId, payload, reason, requestId }),
  );
  authenticatedRoute(staffCalls.reinstateLine, ({ tx, caller, params, body: { reason }, requestId }) =>
    requestAction(tx, app, reinstate, { caller, subjectId: params.issuedProductId, payload: {}, reason, requestId }),
  );
  authenticatedRoute(
    staffCalls.previewLimitChange,
    async ({ tx, caller, params: { businessId, issuedProductId }, query, requestId }) => {
      const serviced = await lockOwnLine(tx, businessId, issuedProductId);
      const before = await readLimit(tx, serviced.product);
      const by = { memberId: caller.memberId, requestId };
      const { result: after } = await preview(tx, businessId, issuedProductId, async () => {
        await performLimit(tx, serviced, query, by);
        return readLimit(tx, serviced.product);
      });
      const isLowered = after.limitCents < before.limitCents;
      const isNoticeDue = isLowered && isLineNoticeDue(serviced.product.loanStatus, query.limitReason);
      return { before, after, isNoticeDue };
    },
  );
  authenticatedRoute(staffCalls.changeLimit, ({ tx, caller, params, body: { reason, ...payload }, requestId }) =>
    requestAction(tx, app, setLimit, { caller, subjectId: params.issuedProductId, payload, reason, requestId }),
  );
}
