import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { addDays, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { type ActionRequest, closeTask, openTask, requestAction, type StaffAction } from "../../approvals/public.ts";
import type { AppContext } from "../../context.ts";
import { businessNow } from "../../db/business-now.ts";
import type { Actor } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import type { Router } from "../../http/public.ts";
import { lockDraw } from "../../products/public.ts";
import { orderPayout } from "./create-draw.ts";
import { lockLine } from "./credit-line.ts";
import { endDraw, type FoundDraw, findDraw, openPayoutsOf } from "./end-draw.ts";
import { releasePayout } from "./review-draw.ts";

/** A notice of a refused draw on an open line is due in this many days. */
const noticeDays = 30;

type By = { actor: Actor; requestId: string | null };

/** The business has asked for the draw, so that one member of staff is the second person. */
const approveDraw: StaffAction<Record<string, never>> = {
  kind: "draw.approve",
  action: "staff.draw.approve",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, request) => {
    const found = await subjectOf(tx, request);
    const { memberId, requestId } = request;
    await fundDraw(tx, found, memberId, { actor: { kind: "STAFF", id: memberId }, requestId });
  },
};

/** Refuses a draw. Its business is told by a notice, for which staff have a task. */
const rejectDraw: StaffAction<Record<string, never>> = {
  kind: "draw.reject",
  action: "staff.draw.reject",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, request) => {
    const { memberId, requestId } = request;
    await declineDraw(tx, await subjectOf(tx, request), { actor: { kind: "STAFF", id: memberId }, requestId });
  },
};

function subjectOf(tx: Tx, { businessId, subjectId }: ActionRequest<object>): Promise<FoundDraw> {
  if (!businessId) throw new Error("a draw belongs to a business");
  return findDraw(tx, businessId, subjectId);
}

/** Sends the payout of a draw, or orders another one after one that has failed. Refused on a line that is late or suspended meanwhile. */
export async function fundDraw(tx: Tx, found: FoundDraw, approvedBy: string | null, by: By): Promise<void> {
  const now = await businessNow(tx, found.businessId);
  if ((await openPayoutsOf(tx, found.id)).length === 0) await orderPayoutAgain(tx, found, by);
  const result = await releasePayout(tx, found, approvedBy, now);
  if (result === "LINE_NOT_OPEN") throw new Refusal("PRODUCT_NOT_CURRENT");
  if (result === "DECIDED") throw await decided(tx, found);
  await closeTask(tx, { kind: "DRAW_REVIEW", subjectId: found.id });
}

export async function declineDraw(tx: Tx, found: FoundDraw, by: By): Promise<void> {
  const { platformId } = found;
  if (!(await endDraw(tx, found, "DECLINED", by))) throw await decided(tx, found);
  const today = dateAt(await businessNow(tx, found.businessId));
  const dueAt = easternInstant(addDays(today, noticeDays), clock(17, 0));
  const { id: subjectId, businessId } = found;
  await openTask(tx, { kind: "DRAW_NOTICE_DUE", subjectId, platformId, businessId, dueAt });
}

async function decided(tx: Tx, { id, businessId }: FoundDraw): Promise<Refusal> {
  const draw = await lockDraw(tx, businessId, id);
  return new Refusal("WRONG_STATE", {
    context: { status: draw?.state ?? "UNKNOWN", allowedFrom: ["PENDING_FUND_DISBURSEMENT"] },
  });
}

async function orderPayoutAgain(tx: Tx, found: FoundDraw, by: By): Promise<void> {
  const credit = await lockLine(tx, found.businessId, found.issuedProductId);
  const draw = await lockDraw(tx, found.businessId, found.id);
  if (draw?.state !== "PENDING_FUND_DISBURSEMENT") throw await decided(tx, found);
  const before = await tx
    .selectFrom("payment_order")
    .select((order) => order.fn.countAll<number>().as("count"))
    .where("draw_id", "=", draw.id)
    .where("purpose", "=", "FUNDING")
    .executeTakeFirstOrThrow();
  await orderPayout(tx, credit, draw, Number(before.count) + 1, by);
}

export const drawStaffActions = [approveDraw, rejectDraw] as unknown as StaffAction[];

export function drawStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.approveDraw, ({ tx, caller, params, body: { reason }, requestId }) =>
    requestAction(tx, app, approveDraw, { caller, subjectId: params.drawId, payload: {}, reason, requestId }),
  );
  authenticatedRoute(staffCalls.rejectDraw, ({ tx, caller, params, body: { reason }, requestId }) =>
    requestAction(tx, app, rejectDraw, { caller, subjectId: params.drawId, payload: {}, reason, requestId }),
  );
}
