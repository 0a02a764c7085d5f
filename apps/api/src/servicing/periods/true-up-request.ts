import {
  type TrueUpRequestEvent,
  type TrueUpRequestStatus,
  trueUpRequestLifecycle,
} from "@inlay/lending/products/cash-advance/true-up-request-lifecycle.ts";
import { closeTask, openTask } from "../../approvals/public.ts";
import { type Actor, record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import type { IssuedProduct } from "../../products/public.ts";

type By = { actor: Actor; requestId: string | null };
const bySystem: By = { actor: { kind: "SYSTEM", id: null }, requestId: null };

/** The last request of an advance. */
export type TrueUpRequest = { id: string; status: TrueUpRequestStatus; answerBy: Date };

export async function readTrueUpRequest(tx: Tx, issuedProductId: string): Promise<TrueUpRequest | null> {
  const row = await tx
    .selectFrom("true_up_request")
    .select(["id", "status", "answer_by as answerBy"])
    .where("issued_product_id", "=", issuedProductId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, status: row.status as TrueUpRequestStatus } : null;
}

/** Ends a request, or asks staff for the sales that are still missing. */
export async function followTrueUpRequest(
  tx: Tx,
  product: IssuedProduct,
  request: TrueUpRequest,
  event: TrueUpRequestEvent | "SALES_MISSING",
): Promise<void> {
  const task = { kind: "TRUE_UP_REQUESTED", subjectId: product.id } as const;
  const { id, answerBy } = request;
  if (event === "SALES_MISSING") {
    const { platformId, businessId } = product;
    await openTask(tx, { ...task, platformId, businessId, dueAt: answerBy });
    return;
  }
  const status = trueUpRequestLifecycle.next(request.status, event);
  await tx.updateTable("true_up_request").set({ status }).where("id", "=", id).execute();
  await closeTask(tx, task);
  await noteTrueUpRequest(tx, product, { id, before: request.status, event, status }, bySystem);
}

type Step = {
  id: string;
  before: TrueUpRequestStatus | null;
  event: TrueUpRequestEvent | "REQUESTED";
  status: TrueUpRequestStatus;
};

/** Records a step of a request. */
export const noteTrueUpRequest = (tx: Tx, product: IssuedProduct, { id, before, event, status }: Step, by: By) =>
  record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: "product.true_up_request_changed",
    body: { issuedProductId: product.id, trueUpRequestId: id, status },
    action: `true-up-request.${event.toLowerCase().replaceAll("_", "-")}`,
    object: { kind: "true-up request", id },
    before: before && { status: before },
    after: { status },
    ...by,
  });
