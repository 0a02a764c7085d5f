import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import { type DrawRequestState, drawRequestLifecycle } from "@inlay/lending/products/line-of-credit/draw-request.ts";
import type { DrawReviewReason } from "@inlay/lending/products/line-of-credit/why-review-draw.ts";
import { v7 as uuidv7 } from "uuid";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { IssuedProduct } from "./issued-product.ts";
import { reserveLimit } from "./limit-reservation.ts";
import { noteDrawStep, saveDrawState } from "./states.ts";

type By = { actor: Actor; requestId: string | null };

/** Why a draw was rejected. */
export type DrawRejection = "WITHDRAWN" | "NOT_FUNDED_IN_TIME" | "DECLINED";

/** A draw as it was requested, with the terms of its day. */
type NewDraw = {
  amountCents: Cents;
  feeCents: Cents;
  aprPercentage: number;
  purpose: string | null;
  /** Null where no person of the business has requested it. */
  requestedBy: string | null;
  /** When it is rejected if it has not been funded. */
  endsAt: Date;
};

/** A draw in its current state. */
export type Draw = {
  id: string;
  issuedProductId: string;
  state: DrawRequestState;
  amountCents: Cents;
  feeCents: Cents;
  aprPercentage: string | null;
  purpose: string | null;
  reviewReason: DrawReviewReason | null;
  approvedAt: Date | null;
  rejectionReason: DrawRejection | null;
  fundedOn: BusinessDate | null;
  requestedAt: Date;
};

/** Adds a draw to a locked line and reserves its amount. Whether it may be drawn is decided by the caller (`whyNotDraw`). */
export async function addDraw(tx: Tx, product: IssuedProduct, draw: NewDraw, by: By): Promise<string> {
  const id = uuidv7();
  const { id: issuedProductId, platformId, businessId } = product;
  const { amountCents } = draw;
  const state = drawRequestLifecycle.begin("DRAW_REQUEST_CREATED");
  await tx
    .insertInto("draw")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      issued_product_id: issuedProductId,
      request: JSON.stringify({ amountCents }),
      state,
      amount_cents: amountCents,
      fee_cents: draw.feeCents,
      apr_percentage: String(draw.aprPercentage),
      purpose: draw.purpose,
      requested_by: draw.requestedBy,
      next_action_at: draw.endsAt,
    })
    .execute();
  await noteDrawStep(tx, product, id, state);
  await reserveLimit(tx, product, { drawId: id, invoiceId: null }, amountCents);
  await record(tx, {
    platformId,
    businessId,
    kind: "draw.requested",
    body: { drawId: id, issuedProductId, amountCents },
    action: "draw.request",
    object: { kind: "draw", id },
    after: { state, amountCents },
    ...by,
  });
  return id;
}

const columns = [
  "id",
  "issued_product_id as issuedProductId",
  "state",
  "amount_cents",
  "fee_cents",
  "request",
  "apr_percentage as aprPercentage",
  "purpose",
  "review_reason as reviewReason",
  "approved_at as approvedAt",
  "rejection_reason as rejectionReason",
  "funded_on as fundedOn",
  "created_at as requestedAt",
] as const;

type Row = Omit<Draw, "amountCents" | "feeCents"> & {
  amount_cents: number | null;
  fee_cents: number | null;
  request: unknown;
};
const drawOf = ({ amount_cents, fee_cents, request, ...row }: Row): Draw => ({
  ...row,
  amountCents: cents(amount_cents ?? (request as { amountCents: number }).amountCents),
  feeCents: cents(fee_cents ?? 0),
});

/** The draws of a line, the first one first. */
export async function readDraws(tx: Tx, issuedProductId: string): Promise<Draw[]> {
  const rows = await tx
    .selectFrom("draw")
    .select(columns)
    .where("issued_product_id", "=", issuedProductId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => drawOf(row as unknown as Row));
}

/** Returns a draw of the business, locked until the transaction ends. Lock its orders and its product before. */
export async function lockDraw(tx: Tx, businessId: string, id: string): Promise<Draw | null> {
  const row = await tx
    .selectFrom("draw")
    .select(columns)
    .where("id", "=", id)
    .where("business_id", "=", businessId)
    .forUpdate()
    .executeTakeFirst();
  return row ? drawOf(row as unknown as Row) : null;
}

/** What was found out or decided about a draw that waits for its payout. */
export async function noteDrawDecision(
  tx: Tx,
  { id }: Draw,
  decision: { reviewReason: DrawReviewReason } | { approvedAt: Date | null; approvedBy: string | null; endsAt: Date },
): Promise<void> {
  const change =
    "reviewReason" in decision
      ? { review_reason: decision.reviewReason }
      : { approved_at: decision.approvedAt, approved_by: decision.approvedBy, next_action_at: decision.endsAt };
  await tx.updateTable("draw").set(change).where("id", "=", id).execute();
}

/** Rejects a draw of a locked product before it is funded. What it kept of the limit is available again. */
export async function rejectDraw(
  tx: Tx,
  product: IssuedProduct,
  { id, state }: Draw,
  reason: DrawRejection,
): Promise<void> {
  await saveDrawState(tx, product, id, state, drawRequestLifecycle.next(state, "REJECTED"));
  await tx.updateTable("draw").set({ rejection_reason: reason, next_action_at: null }).where("id", "=", id).execute();
}

/** When a draw is looked at again if it is not funded until then. */
export async function setDrawEnd(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.updateTable("draw").set({ next_action_at: at }).where("id", "=", id).execute();
}
