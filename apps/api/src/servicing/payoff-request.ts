import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import {
  answerPayoffBy,
  type PayoffRequestEvent,
  type PayoffRequestStatus,
  payoffAnswerEndsAt,
  payoffRequestEndsAt,
  payoffRequestLifecycle,
} from "@inlay/lending/servicing/payoff-request-lifecycle.ts";
import { v7 as uuidv7 } from "uuid";
import { closeTask, openTask } from "../approvals/public.ts";
import { businessNow } from "../db/business-now.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { quotePayoffFor } from "./payoff-quote.ts";
import { bySystem, lockServiced, type ServicedProduct } from "./serviced-product.ts";

type By = { actor: Actor; requestId: string | null };

/** The open request of a locked product. */
export type PayoffRequest = {
  id: string;
  status: PayoffRequestStatus;
  /** The answer of staff. */
  effectiveOn: BusinessDate | null;
  amountCents: Cents | null;
  expiresAt: Date;
};

export async function readPayoffRequest(tx: Tx, issuedProductId: string): Promise<PayoffRequest | null> {
  const row = await tx
    .selectFrom("payoff_request")
    .select(["id", "status", "effective_on as effectiveOn", "amount_cents as amountCents", "expires_at as expiresAt"])
    .where("issued_product_id", "=", issuedProductId)
    .where("status", "in", ["REQUESTED", "ANSWERED"])
    .forUpdate()
    .executeTakeFirst();
  return row ? (row as unknown as PayoffRequest) : null;
}

/** A late loan, or one in default, is paid off through staff. No other product is paid off as a whole. */
export const isPaidOffByStaff = ({ product }: ServicedProduct): boolean =>
  product.productType === "TERM_LOAN" && (product.loanStatus === "LATE" || product.loanStatus === "DEFAULTED");

/**
 * The owner of a late loan asks for its payoff, and staff have a task to quote it. Nothing happens while a request is open, and for any other
 * product, because the portal reports this like every interaction.
 */
export async function requestPayoff(
  tx: Tx,
  { businessId, userId, roles }: Person,
  issuedProductId: string,
  requestId: string,
): Promise<void> {
  if (!roles.includes("PRIMARY_OWNER")) return;
  const now = await businessNow(tx, businessId);
  const serviced = await lockServiced(tx, issuedProductId, now);
  if (serviced?.product.businessId !== businessId || !isPaidOffByStaff(serviced)) return;
  if (await readPayoffRequest(tx, issuedProductId)) return;
  const { platformId } = serviced.product;
  const id = uuidv7();
  const status = payoffRequestLifecycle.begin("REQUESTED");
  const expiresAt = payoffRequestEndsAt(now);
  await tx
    .insertInto("payoff_request")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      issued_product_id: issuedProductId,
      status,
      requested_by: userId,
      expires_at: expiresAt,
    })
    .execute();
  await askStaff(tx, serviced);
  await watch(tx, serviced, expiresAt);
  const by = { actor: { kind: "USER", id: userId } as const, requestId };
  await note(tx, serviced, { id, before: null, event: "REQUESTED", status }, by);
}

/** Staff quote the payoff for a day, for as long as its file can be reached. Another answer replaces it. */
export async function answerPayoff(
  tx: Tx,
  serviced: ServicedProduct,
  request: PayoffRequest,
  effectiveOn: BusinessDate,
  by: By & { memberId: string },
): Promise<void> {
  const { amountCents } = await quotePayoffFor(tx, serviced, effectiveOn);
  const expiresAt = payoffAnswerEndsAt(effectiveOn);
  await tx
    .updateTable("payoff_request")
    .set({ effective_on: effectiveOn, amount_cents: amountCents, answered_by: by.memberId, expires_at: expiresAt })
    .where("id", "=", request.id)
    .execute();
  await watch(tx, serviced, expiresAt);
  await moveRequest(tx, serviced, request, "ANSWERED", by);
}

/**
 * Ends a request whose time is over, or whose loan is late no more, and asks staff again when a payment or a fee has changed the figure that
 * they have named.
 */
export async function followPayoffRequest(tx: Tx, serviced: ServicedProduct, request: PayoffRequest): Promise<void> {
  if (!isPaidOffByStaff(serviced)) return moveRequest(tx, serviced, request, "LOAN_NOT_LATE", bySystem);
  if (request.expiresAt <= serviced.now) return moveRequest(tx, serviced, request, "EXPIRED", bySystem);
  const { status, effectiveOn, amountCents } = request;
  if (status !== "ANSWERED" || effectiveOn === null) return;
  if ((await quotePayoffFor(tx, serviced, effectiveOn)).amountCents === amountCents) return;
  await moveRequest(tx, serviced, request, "FIGURE_CHANGED", bySystem);
  await tx
    .updateTable("payoff_request")
    .set({ effective_on: null, amount_cents: null, answered_by: null, expires_at: payoffRequestEndsAt(serviced.now) })
    .where("id", "=", request.id)
    .execute();
  await askStaff(tx, serviced);
}

/** Moves an open request along its lifecycle. The task of staff ends with each step, and is opened again where they have to answer anew. */
export async function moveRequest(
  tx: Tx,
  serviced: ServicedProduct,
  { id, status: before }: PayoffRequest,
  event: PayoffRequestEvent,
  by: By,
): Promise<void> {
  const status = payoffRequestLifecycle.next(before, event);
  await tx.updateTable("payoff_request").set({ status }).where("id", "=", id).execute();
  await closeTask(tx, { kind: "PAYOFF_REQUESTED", subjectId: serviced.product.id });
  await note(tx, serviced, { id, before, event, status }, by);
}

const askStaff = (tx: Tx, { product: { id, platformId, businessId }, now }: ServicedProduct): Promise<void> =>
  openTask(tx, { kind: "PAYOFF_REQUESTED", subjectId: id, platformId, businessId, dueAt: answerPayoffBy(now) });

/** Its servicing looks at the product again by this time. */
const watch = (tx: Tx, { id }: ServicedProduct, at: Date) =>
  tx
    .updateTable("product_servicing")
    .set({ next_action_at: at })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("next_action_at", "is", null), eb("next_action_at", ">", at)]))
    .execute();

type Step = {
  id: string;
  before: PayoffRequestStatus | null;
  event: PayoffRequestEvent | "REQUESTED";
  status: PayoffRequestStatus;
};

const note = (tx: Tx, { product }: ServicedProduct, { id, before, event, status }: Step, by: By) =>
  record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: "product.payoff_request_changed",
    body: { issuedProductId: product.id, payoffRequestId: id, status },
    action: `payoff-request.${event.toLowerCase().replaceAll("_", "-")}`,
    object: { kind: "payoff request", id },
    before: before && { status: before },
    after: { status },
    actor: by.actor,
    requestId: by.requestId,
  });
