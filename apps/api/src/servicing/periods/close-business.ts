import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { type Obligation, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import { add, type Cents, sum } from "@inlay/lending/money/cents.ts";
import {
  reviewedAfterDays,
  type WithoutSales,
  whyNotCloseBusiness,
  withoutSales,
} from "@inlay/lending/products/cash-advance/no-sales.ts";
import { requestAction, type StaffAction } from "../../approvals/public.ts";
import type { AppContext } from "../../context.ts";
import type { Tx } from "../../db/scope.ts";
import type { Router } from "../../http/public.ts";
import { closeBusiness as close } from "../../products/public.ts";
import { preview } from "../preview.ts";
import { lockOwn } from "../read-servicing.ts";
import { serviceProduct } from "../service-product.ts";
import { isDebitOnItsWay, type ServicedProduct } from "../serviced-product.ts";
import { hasSalesAfter } from "./period-sales.ts";

// An advance is repaid from sales alone, so that it ends with its business: what is left is our loss, and no breach. Two members of staff
// confirm that the business has closed, after it has had no sales for long enough.

type Closure = { closedOn: string; evidence: string };

export const closeBusiness: StaffAction<Closure> = {
  kind: "product.close-business",
  action: "staff.product.close-business",
  needs: () => ({ people: 2, checker: null }),
  refuseUnknown: async (tx, { businessId, subjectId, payload }) => {
    refuseClosingDay(await lockClosable(tx, businessId ?? "", subjectId), payload);
  },
  perform: async (tx, { businessId, subjectId, payload, memberId }) => {
    const closable = await lockClosable(tx, businessId ?? "", subjectId);
    const closedOn = refuseClosingDay(closable, payload);
    const { product, today } = closable.serviced;
    const { principalCents, feeCents } = writtenOffOf(closable.serviced);
    await tx
      .insertInto("business_closure")
      .values({
        platform_id: product.platformId,
        business_id: product.businessId,
        issued_product_id: product.id,
        closed_on: closedOn,
        evidence: payload.evidence,
        last_sales_on: closable.found.since,
        written_off_cents: add(principalCents, feeCents),
        confirmed_by: memberId,
        made_on: today,
      })
      .execute();
    await writeOffAndClose(tx, closable);
  },
};

type Closable = { serviced: ServicedProduct; found: WithoutSales };

/** Locks an advance. Refused unless its business has had no sales for long enough, and no debit may still be paid. */
async function lockClosable(tx: Tx, businessId: string, issuedProductId: string): Promise<Closable> {
  const serviced = await lockOwn(tx, businessId, issuedProductId);
  const { product, periods, debits } = serviced;
  if (product.productType !== "MCA" || product.fundedOn === null)
    throw new Refusal("NOT_FOUND", { context: { object: "advance" } });
  const known = withoutSales(periods, product.fundedOn);
  // The period that is under way has not been read yet.
  const found = (await hasSalesAfter(tx, businessId, known.since)) ? { ...known, days: 0 } : known;
  const refusal = whyNotCloseBusiness(product.loanStatus, found);
  const wrong = (status: string) => new Refusal("WRONG_STATE", { context: { status, allowedFrom: ["CURRENT"] } });
  if (refusal === "WRONG_STATE") throw wrong(product.loanStatus);
  if (refusal) throw new Refusal(refusal, { context: { days: found.days, needed: reviewedAfterDays } });
  if (debits.some(isDebitOnItsWay)) throw new Refusal("PAYMENT_ON_ITS_WAY");
  return { serviced, found };
}

function refuseClosingDay({ serviced }: Closable, { closedOn }: Closure): BusinessDate {
  const day = businessDate(closedOn);
  if (day > serviced.today)
    throw new Refusal("VALIDATION_FAILED", {
      fields: [{ in: "BODY", pointer: "/closedOn", code: "TOO_LARGE", message: "closedOn must not be in the future." }],
    });
  return day;
}

async function writeOffAndClose(tx: Tx, { serviced: { product, now } }: Closable): Promise<void> {
  await close(tx, product, now);
  await serviceProduct(tx, product.id, now);
}

/** What the write-off takes out of the books. */
function writtenOffOf({ obligations }: ServicedProduct): { principalCents: Cents; feeCents: Cents } {
  const of = (part: "principalCents" | "feeCents") => sum(obligations.map((one: Obligation) => unpaid(one)[part]));
  return { principalCents: of("principalCents"), feeCents: of("feeCents") };
}

export function businessClosureRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.previewBusinessClosure, async ({ tx, params: { businessId, issuedProductId } }) => {
    const closable = await lockClosable(tx, businessId, issuedProductId);
    const { before, after, withdrawn, ordered } = await preview(tx, businessId, issuedProductId, () =>
      writeOffAndClose(tx, closable),
    );
    return {
      before,
      after,
      withdrawn,
      ordered,
      lastSalesOn: closable.found.since,
      daysWithoutSales: closable.found.days,
      writtenOff: writtenOffOf(closable.serviced),
    };
  });
  authenticatedRoute(staffCalls.closeBusiness, ({ tx, caller, params, body: { reason, ...payload }, requestId }) =>
    requestAction(tx, app, closeBusiness, { caller, subjectId: params.issuedProductId, payload, reason, requestId }),
  );
}
