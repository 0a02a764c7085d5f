import { Refusal } from "@inlay/contracts/errors.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import {
  answerTrueUpBy,
  trueUpRequestLifecycle,
} from "@inlay/lending/products/cash-advance/true-up-request-lifecycle.ts";
import { v7 as uuidv7 } from "uuid";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import { lockOwn } from "../read-servicing.ts";
import { serviceProduct } from "../service-product.ts";
import { noteTrueUpRequest, readTrueUpRequest, type TrueUpRequest } from "./true-up-request.ts";

/**
 * The business asks to have what was debited adjusted to its sales. That is done at once for the periods whose sales are known; staff have a task
 * about the others. While a request is open, another one is the same.
 */
export async function requestTrueUp(
  tx: Tx,
  { businessId, userId }: Person,
  issuedProductId: string,
  requestId: string,
): Promise<TrueUpRequest> {
  const { product, now } = await lockOwn(tx, businessId, issuedProductId);
  const isOver = issuedProductLifecycle.isOver(product.loanStatus) || product.loanStatus === "DEFAULTED";
  if (product.productType !== "MCA" || product.fundedOn === null || isOver)
    throw new Refusal("NOT_FOUND", { context: { object: "advance" } });
  const open = await readTrueUpRequest(tx, issuedProductId);
  if (open?.status !== "REQUESTED") {
    const id = uuidv7();
    const status = trueUpRequestLifecycle.begin("REQUESTED");
    await tx
      .insertInto("true_up_request")
      .values({
        id,
        platform_id: product.platformId,
        business_id: businessId,
        issued_product_id: issuedProductId,
        status,
        requested_by: userId,
        answer_by: answerTrueUpBy(now),
      })
      .execute();
    await noteTrueUpRequest(
      tx,
      product,
      { id, before: null, event: "REQUESTED", status },
      { actor: { kind: "USER", id: userId }, requestId },
    );
  }
  await serviceProduct(tx, issuedProductId, now);
  const request = await readTrueUpRequest(tx, issuedProductId);
  if (!request) throw new Error("a request does not exist after its insert");
  return request;
}
