import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { raiseInput } from "../../additional-inputs/public.ts";
import { openTask } from "../../approvals/public.ts";
import { businessNow } from "../../db/business-now.ts";
import { lockDraw, lockProduct, noteDrawDecision } from "../../products/public.ts";
import type { EventHandler } from "../../workflows/public.ts";
import { bySystem } from "../serviced-product.ts";
import { drawEndsAt } from "./create-draw.ts";
import { openPayoutsOf } from "./end-draw.ts";

/**
 * The payout of a draw failed, came back or was refused at its claim, and no other one is on its way: the owner is asked for another account,
 * and staff send it again or reject the draw. It ends by itself when its time has passed.
 */
export const followDrawPayout: EventHandler<"payment.failed" | "payment.returned" | "payment.cancelled"> =
  async (_app, { platformId, businessId, body: { paymentOrderId } }) =>
  async (tx) => {
    const order = await tx
      .selectFrom("payment_order")
      .select(["draw_id as drawId", "issued_product_id as issuedProductId"])
      .where("id", "=", paymentOrderId)
      .where("purpose", "=", "FUNDING")
      .executeTakeFirst();
    if (!businessId || !order?.drawId || !order.issuedProductId) return;
    await lockProduct(tx, order.issuedProductId);
    const draw = await lockDraw(tx, businessId, order.drawId);
    if (draw?.state !== "PENDING_FUND_DISBURSEMENT" || (await openPayoutsOf(tx, draw.id)).length > 0) return;
    const now = await businessNow(tx, businessId);
    await noteDrawDecision(tx, draw, { approvedAt: null, approvedBy: null, endsAt: drawEndsAt(now) });
    const dueAt = easternInstant(addBankingDays(dateAt(now), 1), clock(17, 0));
    await openTask(tx, { kind: "DRAW_REVIEW", subjectId: draw.id, platformId, businessId, dueAt });
    const by = bySystem.actor;
    await raiseInput(tx, { platformId, businessId, subStep: "UPDATE_PRIMARY_BANK_ACCOUNT", by, requestId: null });
  };
