import { Refusal } from "@inlay/contracts/errors.ts";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { receivableCalls } from "@inlay/contracts/partner/receivables/calls.ts";
import type {
  PartnerReceivable,
  PostedReceivable as PostedBody,
  ReceivableResult,
} from "@inlay/contracts/partner/receivables/receivable.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { repeated } from "../../http/public.ts";
import { type PostedReceivable, postReceivable as post } from "../../servicing/public.ts";
import { saveRows } from "../batch.ts";
import type { PartnerInput, PartnerRequest, PartnerScope } from "../request.ts";
import { readReceivable } from "./read-receivables.ts";

type By = PartnerRequest<"postReceivable">["by"];

export async function postReceivable(request: PartnerRequest<"postReceivable">): Promise<PartnerReceivable> {
  const posted = postedFrom(request.params.issuedProductId, request.body, request.dryRun);
  const { id, isRepeat } = await post(request.tx, request.app, posted, request.by);
  const receivable = await readReceivable(request, id);
  return isRepeat ? repeated(receivable) : receivable;
}

export async function postReceivables(input: PartnerInput<"postReceivables">): Promise<ReceivableResult[]> {
  const { path } = receivableCalls.postReceivables;
  const results = await saveRows(input, path, input.body.receivables, (scope, { issuedProductId, ...row }) =>
    savePosted(scope, postedFrom(issuedProductId, row, input.dryRun), input.by),
  );
  return results.map(({ item: receivable, ...result }) => ({ ...result, receivable }));
}

async function savePosted(scope: PartnerScope, posted: PostedReceivable, by: By): Promise<PartnerReceivable> {
  const { id } = await post(scope.tx, scope.app, posted, by);
  return readReceivable(scope, id);
}

export const answerBatch = async ({ ready: results }: PartnerRequest<"postReceivables", ReceivableResult[]>) => ({
  object: "batch_result" as const,
  results,
});

function postedFrom(issuedProductId: string, body: PostedBody, dryRun: boolean): PostedReceivable {
  const id = uuidOf("issuedProduct", issuedProductId);
  if (!id) throw new Refusal("NOT_FOUND", { context: { object: "issued product" } });
  const { repaymentAmountCents } = body;
  if (repaymentAmountCents === undefined && !dryRun)
    throw new Refusal("VALIDATION_FAILED", {
      fields: [{ pointer: "/repaymentAmountCents", code: "REQUIRED", message: "Send what was withheld." }],
    });
  return {
    issuedProductId: id,
    transactionId: body.transactionId,
    transactionAt: new Date(body.transactionTime),
    chargeAmountCents: cents(body.chargeAmountCents),
    repaymentAmountCents: repaymentAmountCents === undefined ? null : cents(repaymentAmountCents),
    reversalOf: body.reversalOf ?? null,
  };
}
