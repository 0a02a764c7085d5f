import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { totalOf, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import { dueFromSales } from "@inlay/lending/mechanics/sales-share/sales-share.ts";
import { add, type Cents, cents, subtract, sum } from "@inlay/lending/money/cents.ts";
import { v7 as uuidv7 } from "uuid";
import { requestAction, type StaffAction } from "../../approvals/public.ts";
import type { AppContext } from "../../context.ts";
import { record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import type { Router } from "../../http/public.ts";
import { preview } from "../preview.ts";
import { lockOwn } from "../read-servicing.ts";
import { serviceProduct } from "../service-product.ts";
import type { ServicedProduct } from "../serviced-product.ts";
import { quoteOf } from "./follow-periods.ts";
import { readToldSales } from "./period-sales.ts";
import type { Period } from "./periods.ts";
import { calledFor } from "./true-ups.ts";

// Where neither the platform nor a bank tells the sales of a period, staff read them from a document of the business, so that an estimate is
// corrected. What was called for and is lowered may be paid back, which takes two people.

type Wanted = { issuedProductId: string; salesCents: number; documentId: string };
type SalesRecord = Wanted & {
  /** It calls for less than before, so that a second person was asked. */
  isLowered: boolean;
};
type By = { memberId: string; requestId: string };

/** The subject is the period, so that one request at a time names it. */
export const recordSales: StaffAction<SalesRecord> = {
  kind: "advance-period.record-sales",
  action: "staff.sales-evidence.record",
  needs: ({ isLowered }) => ({ people: isLowered ? 2 : 1, checker: null }),
  perform: async (tx, { businessId, subjectId, payload, memberId, requestId }) => {
    const found = await lockRecordable(tx, businessId ?? "", subjectId, payload);
    if (found.isLowered && !payload.isLowered) throw new Refusal("SALES_RECORD_CHANGED");
    await save(tx, found, payload, { memberId, requestId });
  },
};

type Recordable = {
  serviced: ServicedProduct;
  period: Period;
  shareCents: Cents;
  /** Null where the period has not been decided. */
  calledCents: Cents | null;
  isLowered: boolean;
};

async function lockRecordable(tx: Tx, businessId: string, periodId: string, wanted: Wanted): Promise<Recordable> {
  const serviced = await lockOwn(tx, businessId, wanted.issuedProductId);
  const { product, periods, obligations, today } = serviced;
  const period = periods.find(({ id }) => id === periodId);
  if (!period) throw new Refusal("NOT_FOUND", { context: { object: "period" } });
  const wrong = (status: string, allowedFrom: string[]) =>
    new Refusal("WRONG_STATE", { context: { status, allowedFrom } });
  if (issuedProductLifecycle.isOver(product.loanStatus) || product.loanStatus === "DEFAULTED")
    throw wrong(product.loanStatus, ["CURRENT", "LATE"]);
  if (period.state === "DROPPED") throw wrong(period.state, ["OPEN", "DUE_ESTIMATED", "UNPAID", "PAID", "NO_SALES"]);
  if (period.endsOn >= today) throw new Refusal("PERIOD_NOT_ENDED", { context: { endsOn: period.endsOn } });
  if (await readToldSales(tx, product, period)) throw new Refusal("SALES_ALREADY_KNOWN");
  await refuseDocument(tx, businessId, wanted.documentId);
  const calledCents = period.amountCents === null ? null : await calledFor(tx, serviced, period);
  const unpaidCents = sum(obligations.map((one) => totalOf(unpaid(one))));
  const shareCents = dueFromSales(
    "shareCents",
    {
      salesCents: cents(wanted.salesCents),
      repaymentPercentage: quoteOf(product).repaymentPercentage,
      balanceCents: add(unpaidCents, calledCents ?? cents(0)),
    },
    plainWorksheet,
  );
  return { serviced, period, shareCents, calledCents, isLowered: calledCents !== null && shareCents < calledCents };
}

async function refuseDocument(tx: Tx, businessId: string, documentId: string): Promise<void> {
  const document = await tx
    .selectFrom("business_document")
    .select("status")
    .where("id", "=", documentId)
    .where("business_id", "=", businessId)
    .executeTakeFirst();
  if (!document) throw new Refusal("NOT_FOUND", { context: { object: "document" } });
  if (document.status !== "READY")
    throw new Refusal("WRONG_STATE", { context: { status: document.status, allowedFrom: ["READY"] } });
}

async function save(tx: Tx, { serviced, period }: Recordable, wanted: Wanted, { memberId, requestId }: By) {
  const { product, today, now } = serviced;
  const { id: issuedProductId, platformId, businessId } = product;
  const { salesCents, documentId } = wanted;
  await tx
    .insertInto("sales_evidence")
    .values({
      id: uuidv7(),
      platform_id: platformId,
      business_id: businessId,
      issued_product_id: issuedProductId,
      advance_period_id: period.id,
      sales_cents: salesCents,
      business_document_id: documentId,
      recorded_by: memberId,
      recorded_on: today,
    })
    .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "product.sales_recorded",
    body: { issuedProductId, periodId: period.id, salesCents },
    action: "advance-period.record-sales",
    object: { kind: "advance period", id: period.id },
    before: { salesCents: period.salesCents },
    after: { salesCents, documentId },
    actor: { kind: "STAFF", id: memberId },
    requestId,
  });
  await serviceProduct(tx, issuedProductId, now);
}

type Outcome = "DUE" | "REPLACED" | "NEXT_PERIOD" | "REFUND" | "NONE" | "LATER";

/** What has become of a period whose sales were recorded. */
async function outcomeOf(tx: Tx, { period, calledCents }: Recordable): Promise<Outcome> {
  const after = await tx
    .selectFrom("advance_period")
    .select("sales_source as source")
    .where("id", "=", period.id)
    .executeTakeFirstOrThrow();
  if (after.source !== "EVIDENCE") return "LATER";
  if (calledCents === null) return "DUE";
  const last = await tx
    .selectFrom("true_up")
    .select("outcome")
    .where("advance_period_id", "=", period.id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return (last?.outcome as Outcome | undefined) ?? "NONE";
}

export function salesRecordRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(
    staffCalls.previewSalesRecord,
    async ({ tx, caller, params: { businessId, issuedProductId, periodId }, body, requestId }) => {
      const wanted = { issuedProductId, ...body };
      const found = await lockRecordable(tx, businessId, periodId, wanted);
      const { before, after, withdrawn, ordered, result } = await preview(tx, businessId, issuedProductId, async () => {
        await save(tx, found, wanted, { memberId: caller.memberId, requestId });
        return outcomeOf(tx, found);
      });
      const { shareCents, calledCents, isLowered, serviced } = found;
      return {
        before,
        after,
        withdrawn,
        ordered,
        salesCents: body.salesCents,
        repaymentPercentage: String(quoteOf(serviced.product).repaymentPercentage),
        shareCents,
        calledCents,
        differenceCents: calledCents === null ? null : subtract(shareCents, calledCents),
        outcome: result,
        people: isLowered ? 2 : 1,
      };
    },
  );
  authenticatedRoute(staffCalls.recordSales, async ({ tx, caller, params, body: { reason, ...body }, requestId }) => {
    const { businessId, issuedProductId, periodId } = params;
    const wanted = { issuedProductId, ...body };
    // Refused at once where the approval would be refused.
    const { isLowered } = await lockRecordable(tx, businessId, periodId, wanted);
    const payload = { ...wanted, isLowered };
    return requestAction(tx, app, recordSales, { caller, subjectId: periodId, payload, reason, requestId });
  });
}
