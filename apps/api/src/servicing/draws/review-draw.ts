import type { BankItemStatus } from "@inlay/lending/banking/bank-item.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import {
  type DrawReviewReason,
  isBalanceSound,
  whyReviewDraw,
} from "@inlay/lending/products/line-of-credit/why-review-draw.ts";
import { openTask } from "../../approvals/public.ts";
import { loanAccountsOf } from "../../banking/public.ts";
import type { AppContext } from "../../context.ts";
import { businessNow } from "../../db/business-now.ts";
import { inScope, scopeOf, type Tx } from "../../db/scope.ts";
import { lockOrders, readBalance, releaseOrder } from "../../payments/public.ts";
import { lockDraw, lockProduct, noteDrawDecision } from "../../products/public.ts";
import type { WorkflowIds } from "../../workflows/public.ts";
import { bySystem } from "../serviced-product.ts";
import { drawEndsAt } from "./create-draw.ts";
import { lockLine } from "./credit-line.ts";
import { type FoundDraw, findDraw, openPayoutsOf } from "./end-draw.ts";

const endOfWork = clock(17, 0);

/**
 * Asks the bank that is debited for a fresh balance, and approves a draw that needs no staff: its payout is sent. Otherwise staff have a task
 * until the end of the next banking day. A bank that does not answer, or a line that is not open any more, leaves it to the staff.
 */
export async function reviewDraw(app: AppContext, ids: WorkflowIds): Promise<void> {
  const scope = scopeOf(ids);
  const { businessId } = ids;
  if (businessId === null) throw new Error("a draw belongs to a business");
  const asked = await inScope(app.pool, scope, async (tx) => ({
    bank: await bankOf(tx, ids.platformId, businessId),
    now: await businessNow(tx, businessId),
  }));
  const read = asked.bank ? await readBalance(app, app.bankLinking, asked.bank, asked.now) : "ERROR";
  await inScope(app.pool, scope, async (tx) => {
    const now = await businessNow(tx, businessId);
    const draw = await findDraw(tx, businessId, ids.id);
    const { amount_cents: amountCents } = await tx
      .selectFrom("limit_reservation")
      .select("amount_cents")
      .where("draw_id", "=", draw.id)
      .executeTakeFirstOrThrow();
    const facts = { isFreshBalanceSound: isBalanceSound(read), lastNsfOn: await lastNsfOn(tx, businessId) };
    const reason = whyReviewDraw({ amountCents: cents(amountCents), ...facts }, dateAt(now));
    const result = reason === null ? await releasePayout(tx, draw, null, now) : reason;
    if (result === "RELEASED" || result === "DECIDED") return;
    await leaveToStaff(tx, draw, result, now);
  });
}

/**
 * Sends the payout of a draw that is approved, unless it was decided about meanwhile or its line takes no more draws. Orders are locked before
 * their product.
 */
export async function releasePayout(
  tx: Tx,
  found: FoundDraw,
  approvedBy: string | null,
  now: Date,
): Promise<"RELEASED" | "DECIDED" | "LINE_NOT_OPEN"> {
  const orders = await openPayoutsOf(tx, found.id);
  await lockOrders(tx, orders);
  const { line } = await lockLine(tx, found.businessId, found.issuedProductId);
  const draw = await lockDraw(tx, found.businessId, found.id);
  if (draw?.state !== "PENDING_FUND_DISBURSEMENT" || draw.approvedAt !== null) return "DECIDED";
  if (line.loanStatus !== "CURRENT" || line.hasDefaultedDraw || line.isSuspended) return "LINE_NOT_OPEN";
  for (const orderId of orders) await releaseOrder(tx, orderId, approvedBy, bySystem);
  await noteDrawDecision(tx, draw, { approvedAt: now, approvedBy, endsAt: drawEndsAt(now) });
  return "RELEASED";
}

async function leaveToStaff(tx: Tx, found: FoundDraw, reviewReason: DrawReviewReason, now: Date): Promise<void> {
  const product = await lockProduct(tx, found.issuedProductId);
  const draw = await lockDraw(tx, found.businessId, found.id);
  if (draw?.state !== "PENDING_FUND_DISBURSEMENT" || draw.approvedAt !== null || draw.reviewReason !== null) return;
  await noteDrawDecision(tx, draw, { reviewReason });
  const { platformId, businessId } = product;
  const dueAt = easternInstant(addBankingDays(dateAt(now), 1), endOfWork);
  await openTask(tx, { kind: "DRAW_REVIEW", subjectId: draw.id, platformId, businessId, dueAt });
}

/** The bank of the account that is debited. Null: none is chosen. */
async function bankOf(tx: Tx, platformId: string, businessId: string) {
  const { debited } = await loanAccountsOf(tx, businessId);
  if (debited === null) return null;
  const row = await tx
    .selectFrom("bank_account as a")
    .leftJoin("bank_item as i", "i.id", "a.bank_item_id")
    .select(["i.id as itemId", "i.status as itemStatus", "a.vendor_account_id as vendorAccountId"])
    .where("a.id", "=", debited.id)
    .executeTakeFirstOrThrow();
  const itemStatus = (row.itemStatus ?? "CONNECTED") as BankItemStatus;
  return { platformId, businessId, itemId: row.itemId, itemStatus, vendorAccountId: row.vendorAccountId };
}

/** The last day on which a debit of the business was returned for missing funds. */
async function lastNsfOn(tx: Tx, businessId: string): Promise<BusinessDate | null> {
  const row = await tx
    .selectFrom("payment_order")
    .select("effective_on as on")
    .where("business_id", "=", businessId)
    .where("direction", "=", "INCOMING")
    .where("status", "=", "FAILED_PAYMENT")
    .where("failure_reason", "=", "insufficient_funds")
    .orderBy("effective_on", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? (row.on as unknown as BusinessDate) : null;
}
