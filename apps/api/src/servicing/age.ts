import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { daysPastDueOf, isLateItem, isMissed, nextStepOn, stepsBegun } from "@inlay/lending/servicing/aging.ts";
import type { DelinquencyCode, DelinquencyStep } from "@inlay/lending/servicing/delinquency.ts";
import { closeTasks, openTask } from "../approvals/public.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { ageInvoice, changeStatus } from "../products/public.ts";
import { bySystem, type Item, type Progress, type ServicedProduct, unpaidItems } from "./serviced-product.ts";

const endOfWork = clock(17, 0);

/** The staff tasks that steps open about a product, each due on the next banking day. */
const taskOf = {
  STAFF_CONTACT: "DELINQUENCY_CONTACT",
  BREACH_REVIEW: "BREACH_REVIEW",
  DEFAULTED: "DEFAULT_REVIEW",
  CHARGE_OFF_PROPOSED: "CHARGE_OFF_REVIEW",
  CHARGED_OFF: "CHARGE_OFF_DUE",
} as const satisfies Partial<Record<DelinquencyCode, string>>;

/** The tasks about late items are over when nothing is late any more; that of a charge-off ends with the product. */
const endedByCure = [
  "DELINQUENCY_CONTACT",
  "BREACH_REVIEW",
  "DEFAULT_REVIEW",
  "CHARGE_OFF_REVIEW",
  "CHARGE_OFF_DUE",
] as const;

/** Days past due of a product: those of its oldest item that no debit covers. */
export const daysPastDueOfProduct = (serviced: ServicedProduct): number =>
  Math.max(0, ...unpaidItems(serviced, "scheduled").map((item) => daysPastDueOf(item, serviced.today)));

/**
 * Does the steps of delinquency that have begun, once per item. The status follows the days past due and not the steps: an item whose payment
 * came back after it had cured the product makes it late again, although its step was done before. Returns whether the status has changed, and
 * the days of the next steps.
 */
export async function age(tx: Tx, serviced: ServicedProduct): Promise<Progress> {
  const { product, today } = serviced;
  if (product.writtenOffAt !== null) return { hasChanged: false, days: [] };
  const items = unpaidItems(serviced, "scheduled");
  const done = await readSteps(tx, product.id);
  for (const item of items)
    for (const step of stepsBegun(product.productType, item, today))
      if (!done.has(keyOf(item.obligation.id, item.periodId, step))) await doStep(tx, serviced, item, step);
  const { productType, loanStatus } = product;
  for (const item of items) await ageInvoiceOf(tx, serviced, item);
  const becomesLate = loanStatus === "CURRENT" && items.some((item) => isLateItem(productType, item, today));
  // The obligation of an advance has no due day, so that a settled payment does not tell whether it has cured the advance. Nothing of an
  // integrated advance is ever due, so that it does not stay late when a payment that came back has reopened it.
  const isAdvance = productType === "MCA" || productType === "INTEGRATED_MCA";
  const isCured = loanStatus === "LATE" && isAdvance && !items.some((item) => item.dueOn < today && isMissed(item));
  if (becomesLate) await changeStatus(tx, product, "ITEM_PAST_DUE");
  if (isCured) await changeStatus(tx, product, "REPAID");
  const isLate = items.some((item) => item.dueOn < today);
  if (!isLate && [...done.values()].some(hasOpenedTask)) await closeTasks(tx, endedByCure, product.id);
  return {
    hasChanged: becomesLate || isCured,
    days: items.flatMap((item) => nextStepOn(productType, item, today) ?? []),
  };
}

/** From this day on an invoice is in default. Its product is only if staff say so. */
const invoiceDefaultDays = 61;

async function ageInvoiceOf(tx: Tx, { product, today }: ServicedProduct, item: Item): Promise<void> {
  const { invoiceId } = item.obligation;
  if (invoiceId === null || !isLateItem(product.productType, item, today)) return;
  await ageInvoice(tx, product, invoiceId, "ITEM_PAST_DUE");
  if (daysPastDueOf(item, today) >= invoiceDefaultDays) await ageInvoice(tx, product, invoiceId, "DEFAULTED");
}

const keyOf = (obligationId: string, periodId: string | null, { code, fromDays }: DelinquencyStep): string =>
  `${obligationId}/${periodId}/${code}/${fromDays}`;

/** The steps that were done, by their keys. */
async function readSteps(tx: Tx, issuedProductId: string): Promise<Map<string, DelinquencyCode>> {
  const rows = await tx
    .selectFrom("delinquency_step")
    .select(["obligation_id", "advance_period_id", "step", "from_days"])
    .where("issued_product_id", "=", issuedProductId)
    .execute();
  return new Map(
    rows.map((row) => {
      const code = row.step as DelinquencyCode;
      return [keyOf(row.obligation_id, row.advance_period_id, { code, fromDays: row.from_days }), code];
    }),
  );
}

const hasOpenedTask = (code: DelinquencyCode): boolean => code in taskOf;

async function doStep(
  tx: Tx,
  { product, today }: ServicedProduct,
  item: Item,
  { code, fromDays }: DelinquencyStep,
): Promise<void> {
  const { id: issuedProductId, platformId, businessId } = product;
  const { id: obligationId } = item.obligation;
  const daysPastDue = daysPastDueOf(item, today);
  await tx
    .insertInto("delinquency_step")
    .values({
      platform_id: platformId,
      business_id: businessId,
      issued_product_id: issuedProductId,
      obligation_id: obligationId,
      advance_period_id: item.periodId,
      step: code,
      from_days: fromDays,
      days_past_due: daysPastDue,
      done_on: today,
    })
    .execute();
  // Each due day of each loan is a step, and nobody asks for the history of those.
  if (fromDays === 0) return;
  await record(tx, {
    platformId,
    businessId,
    kind: "product.delinquency_step_done",
    body: { issuedProductId, obligationId, step: code, daysPastDue },
    action: "product.age",
    object: { kind: "issued product", id: issuedProductId },
    after: { step: code, daysPastDue },
    ...bySystem,
  });
  const kind = code in taskOf ? taskOf[code as keyof typeof taskOf] : null;
  if (!kind || (kind === "DEFAULT_REVIEW" && product.loanStatus === "DEFAULTED")) return;
  const dueAt = easternInstant(addBankingDays(today, 1), endOfWork);
  await openTask(tx, { kind, subjectId: issuedProductId, platformId, businessId, dueAt });
}
