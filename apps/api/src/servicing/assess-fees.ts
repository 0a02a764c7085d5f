import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { lateFee } from "@inlay/lending/mechanics/late-fee.ts";
import { isNotAssessed, isPaid, type Obligation, totalOf, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import { daysPastDueOf } from "@inlay/lending/servicing/aging.ts";
import {
  costsReturnFee,
  feeCollectedOn,
  feesWaivedOn,
  type PenaltyFee,
  whyNotLateFee,
} from "@inlay/lending/servicing/assessed-fees.ts";
import { isOnItsWay } from "@inlay/lending/servicing/collection.ts";
import type { Tx } from "../db/scope.ts";
import type { Order } from "../payments/public.ts";
import { assessFee, functionsOf, updateStates, waiveFee } from "../products/public.ts";
import { bySystem, type ServicedProduct, unpaidItems } from "./serviced-product.ts";

/** The fees for missed payments that the signed terms of a product name, less those that the law of its state forbids. */
type FeeRules = { isOffInState: Record<PenaltyFee, boolean>; isReturnFeeAnnounced: boolean };

/**
 * Assesses the fees for missed payments: one for a late item, one for each entry returned for missing funds. The cause of each is stored, so
 * that it costs one fee however often this is repeated. Returns whether a fee was assessed.
 */
export async function assessFees(tx: Tx, serviced: ServicedProduct): Promise<boolean> {
  const { product, debits, today } = serviced;
  const { penalties } = functionsOf(product.productType);
  const { loanStatus } = product;
  if (penalties === null || (loanStatus !== "CURRENT" && loanStatus !== "LATE")) return false;
  const [rules, before] = await Promise.all([feeRulesOf(tx, serviced), readCauses(tx, product.id)]);
  let isAssessed = false;
  for (const { obligation, dueOn, orders } of unpaidItems(serviced, "scheduled")) {
    if (before.late.has(obligation.id) || obligation.isOwedBack) continue;
    const daysPastDue = daysPastDueOf({ dueOn, orders }, today);
    const state = { loanStatus, isOffInState: rules.isOffInState.LATE_PAYMENT };
    if (whyNotLateFee({ daysPastDue, orders }, state)) continue;
    const unpaidCents = totalOf(unpaid(obligation));
    const sources = { unpaidCents: "ledger", percentage: "terms", capCents: "terms" } as const;
    const amountCents = plainWorksheet("lateFeeCents", lateFee, { unpaidCents, ...penalties.late }, sources);
    await assess(tx, serviced, obligation, "LATE_PAYMENT", amountCents, { late_obligation_id: obligation.id });
    isAssessed = true;
  }
  if (rules.isOffInState.INSUFFICIENT_FUNDS || !rules.isReturnFeeAnnounced) return isAssessed;
  for (const order of debits.filter((one) => costsReturnFee(one) && !before.returned.has(one.id))) {
    const item = { drawId: order.drawId, invoiceId: order.invoiceId };
    await assess(tx, serviced, item, "INSUFFICIENT_FUNDS", penalties.returnedPaymentCents, {
      returned_order_id: order.id,
    });
    isAssessed = true;
  }
  return isAssessed;
}

async function assess(
  tx: Tx,
  { product, obligations, today }: ServicedProduct,
  { drawId, invoiceId }: Pick<Obligation | Order, "drawId" | "invoiceId">,
  feeType: PenaltyFee,
  amountCents: Cents,
  cause: { late_obligation_id: string } | { returned_order_id: string },
): Promise<void> {
  const dueDays = obligations.flatMap((one) =>
    isNotAssessed(one) && !isPaid(one) && one.dueOn !== null ? [one.dueOn] : [],
  );
  const dueOn = feeCollectedOn(dueDays, today);
  const fee = { feeType, amountCents, dueOn, occurredOn: today, drawId, invoiceId };
  const obligationId = await assessFee(tx, product, fee, bySystem);
  await tx
    .insertInto("fee_assessment")
    .values({
      obligation_id: obligationId,
      platform_id: product.platformId,
      business_id: product.businessId,
      issued_product_id: product.id,
      assessed_on: today,
      ...cause,
    })
    .execute();
}

async function readCauses(tx: Tx, issuedProductId: string): Promise<{ late: Set<string>; returned: Set<string> }> {
  const rows = await tx
    .selectFrom("fee_assessment")
    .select(["late_obligation_id as late", "returned_order_id as returned"])
    .where("issued_product_id", "=", issuedProductId)
    .execute();
  return {
    late: new Set(rows.flatMap(({ late }) => late ?? [])),
    returned: new Set(rows.flatMap(({ returned }) => returned ?? [])),
  };
}

/** The key terms of a signed agreement name the fee for returned payments. That is the notice without which the network forbids it. */
async function feeRulesOf(tx: Tx, { product }: ServicedProduct): Promise<FeeRules> {
  const policyOf = tx
    .selectFrom("servicing_policy")
    .select(["late_fee_off_states as late", "return_fee_off_states as returned"])
    .where("capital_provider_id", "=", product.book);
  const signedOf = tx
    .selectFrom("issued_product as p")
    .innerJoin("offer as o", "o.id", "p.offer_id")
    .leftJoin("signing as s", (join) =>
      join.onRef("s.offer_id", "=", "o.id").on("s.kind", "=", "AGREEMENT").on("s.status", "=", "COMPLETED"),
    )
    .select(["o.state", "s.id as signingId"])
    .where("p.id", "=", product.id);
  const [policy, signed] = await Promise.all([policyOf.executeTakeFirst(), signedOf.executeTakeFirst()]);
  const isOff = (states: readonly string[] | undefined) => states?.includes(signed?.state ?? "") ?? false;
  return {
    isOffInState: { LATE_PAYMENT: isOff(policy?.late), INSUFFICIENT_FUNDS: isOff(policy?.returned) },
    isReturnFeeAnnounced: Boolean(signed?.signingId),
  };
}

/**
 * Notes when everything except fees is paid, and waives the fees that are still unpaid a while after it. Returns the day on which there is
 * something to waive, if it is later.
 */
export async function waiveOldFees(tx: Tx, serviced: ServicedProduct): Promise<BusinessDate | null> {
  const { id, product, today, allElsePaidOn } = serviced;
  const fees = unpaidItems(serviced, "fees");
  const isAllElsePaid = fees.length > 0 && serviced.obligations.filter(isNotAssessed).every(isPaid);
  const since = isAllElsePaid ? (allElsePaidOn ?? today) : null;
  if (since !== allElsePaidOn)
    await tx.updateTable("product_servicing").set({ all_else_paid_on: since }).where("id", "=", id).execute();
  if (since === null) return null;
  if (today < feesWaivedOn(since)) return feesWaivedOn(since);
  // A debit without an outcome may still pay its fee. Its outcome leads back to here.
  const toWaive = fees.filter(({ orders }) => !orders.some(isOnItsWay));
  for (const { obligation } of toWaive) await waiveFee(tx, product, obligation.id, today, bySystem);
  await updateStates(tx, product, { today, hasPendingOrders: toWaive.length < fees.length });
  return null;
}
