import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { isPaid } from "@inlay/lending/mechanics/obligation.ts";
import { monthlyMaintenanceFee, nextMaintenanceFeeOn } from "@inlay/lending/products/line-of-credit/maintenance-fee.ts";
import type { LineOfCreditTerms } from "@inlay/lending/products/line-of-credit/terms.ts";
import type { Tx } from "../../db/scope.ts";
import { assessFee, changeStatus, functionsOf, isLine, readLimit } from "../../products/public.ts";
import {
  bySystem,
  isDebitOnItsWay,
  isDebitWithdrawable,
  type Progress,
  type ServicedProduct,
} from "../serviced-product.ts";

/**
 * Charges the maintenance fees of a locked line of credit whose days have come, and closes a line that has matured and of which nothing is owed
 * or reserved. Returns whether anything has changed, and the days of the next fee and of the maturity.
 */
export async function followLine(tx: Tx, serviced: ServicedProduct): Promise<Progress> {
  const { product, today } = serviced;
  if (!isLine(product) || product.fundedOn === null || issuedProductLifecycle.isOver(product.loanStatus))
    return { hasChanged: false, days: [] };
  const { maturesOn, reservedCents } = await tx
    .selectFrom("issued_product")
    .select(["matures_on as maturesOn", "reserved_cents as reservedCents"])
    .where("id", "=", product.id)
    .executeTakeFirstOrThrow();
  if (maturesOn === null) return { hasChanged: false, days: [] };
  const endsOn = maturesOn as unknown as BusinessDate;
  const fees = product.productType === "LOC_TERM_LOAN" ? await chargeMaintenance(tx, serviced, endsOn) : noFees;
  if (today < endsOn) return { hasChanged: fees.hasChanged, days: [...fees.days, endsOn] };
  const isOwing = fees.hasChanged || !serviced.obligations.every(isPaid);
  const hasPendingOrders = serviced.debits.some((order) => isDebitOnItsWay(order) || isDebitWithdrawable(order));
  if (product.loanStatus !== "CURRENT" || isOwing || reservedCents > 0 || hasPendingOrders) return fees;
  await changeStatus(tx, product, "LINE_MATURED");
  return { hasChanged: true, days: [] };
}

const noFees: Progress = { hasChanged: false, days: [] };

/**
 * Charges each month once, on the anniversaries of the opening, until the day before the maturity. No fee is charged for a month whose day falls
 * into a suspension or a default, also not later.
 */
async function chargeMaintenance(tx: Tx, serviced: ServicedProduct, maturesOn: BusinessDate): Promise<Progress> {
  const { product, today } = serviced;
  const { limitCents } = await readLimit(tx, product);
  const signed = functionsOf(product.productType).terms.parse(product.terms) as LineOfCreditTerms;
  const amountCents = monthlyMaintenanceFee({ ...signed, approvedLimitCents: limitCents }, plainWorksheet);
  const openedOn = product.fundedOn;
  if (amountCents === 0 || openedOn === null) return noFees;
  const last = await tx
    .selectFrom("maintenance_month")
    .select("due_on as on")
    .where("issued_product_id", "=", product.id)
    .orderBy("due_on", "desc")
    .limit(1)
    .executeTakeFirst();
  let dueOn = nextMaintenanceFeeOn(openedOn, (last?.on as BusinessDate | undefined) ?? openedOn);
  const suspensions = dueOn <= today ? await readSuspensions(tx, product.id) : [];
  let hasChanged = false;
  for (; dueOn <= today && dueOn < maturesOn; dueOn = nextMaintenanceFeeOn(openedOn, dueOn)) {
    const notCharged =
      product.loanStatus === "DEFAULTED" ? "DEFAULTED" : suspensions.some(covers(dueOn)) ? "SUSPENDED" : null;
    const fee = {
      feeType: "MAINTENANCE",
      amountCents,
      dueOn,
      occurredOn: today,
      drawId: null,
      invoiceId: null,
    } as const;
    await tx
      .insertInto("maintenance_month")
      .values({
        platform_id: product.platformId,
        business_id: product.businessId,
        issued_product_id: product.id,
        due_on: dueOn,
        obligation_id: notCharged === null ? await assessFee(tx, product, fee, bySystem) : null,
        not_charged: notCharged,
      })
      .execute();
    hasChanged ||= notCharged === null;
  }
  return { hasChanged, days: dueOn < maturesOn ? [dueOn] : [] };
}

type Suspension = { from: BusinessDate; until: BusinessDate | null };

const covers =
  (day: BusinessDate) =>
  ({ from, until }: Suspension): boolean =>
    from <= day && (until === null || day < until);

/** The times in which staff had suspended a line, by their days. */
async function readSuspensions(tx: Tx, issuedProductId: string): Promise<Suspension[]> {
  const rows = await tx
    .selectFrom("line_suspension")
    .select(["suspended_at as from", "reinstated_at as until"])
    .where("issued_product_id", "=", issuedProductId)
    .execute();
  return rows.map(({ from, until }) => ({ from: dateAt(from), until: until && dateAt(until) }));
}
