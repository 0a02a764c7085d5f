import { Refusal } from "@inlay/contracts/errors.ts";
import { tierFor } from "@inlay/lending/access/approval-tiers.ts";
import { fundAgainBy } from "@inlay/lending/applications/deadlines.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { issuedTerms } from "@inlay/lending/offers/issued-terms.ts";
import { raiseInput } from "../additional-inputs/public.ts";
import { closeTask, openTask, type StaffAction } from "../approvals/public.ts";
import { loanAccountsOf } from "../banking/public.ts";
import { releaseExposure } from "../capital/public.ts";
import type { DueJob } from "../clock/public.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { closeUnfunded, lockProduct } from "../products/public.ts";
import type { EventHandler } from "../workflows/public.ts";
import { orderPayout } from "./fund-loan.ts";
import { endFiling } from "./lien-filings.ts";
import { type LoanToClose, readLoan, type Tenant } from "./loan-to-close.ts";
import { payoutOf, payoutsOf } from "./payouts.ts";

const system = { kind: "SYSTEM", id: null } as const;

/**
 * The payout of a loan or an advance failed, came back or was cancelled, and no other one is on its way: its owner is asked for another
 * account, and staff have a task until the product is funded again or closed.
 */
export const followPayout: EventHandler<"payment.failed" | "payment.returned" | "payment.cancelled"> =
  async (_app, { platformId, businessId, body: { paymentOrderId } }) =>
  async (tx) => {
    const payout = businessId && (await payoutOf(tx, paymentOrderId));
    if (!payout) return;
    const { issuedProductId } = payout;
    const product = await lockProduct(tx, issuedProductId);
    const { isOneOnItsWay } = await payoutsOf(tx, issuedProductId);
    if (product.fundedOn || product.loanStatus !== "CURRENT" || isOneOnItsWay) return;
    const returnedAt = await businessNow(tx, businessId);
    const fundBy = fundAgainBy(returnedAt);
    const made = await tx
      .insertInto("funding_return")
      .values({
        platform_id: platformId,
        business_id: businessId,
        issued_product_id: issuedProductId,
        payment_order_id: paymentOrderId,
        returned_at: returnedAt,
        fund_by: fundBy,
        next_action_at: fundBy,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (made.numInsertedOrUpdatedRows === 0n) return;
    const tenant = { platformId, businessId };
    await openTask(tx, { kind: "FUNDING_RETURNED", subjectId: issuedProductId, ...tenant, dueAt: fundBy });
    await raiseInput(tx, { ...tenant, subStep: "UPDATE_PRIMARY_BANK_ACCOUNT", by: system, requestId: null });
    await record(tx, {
      ...tenant,
      kind: "product.payout_awaited",
      body: { issuedProductId, paymentOrderId, fundBy: dateAt(fundBy) },
      action: "product.await-payout",
      object: { kind: "issued product", id: issuedProductId },
      after: { fundBy: fundBy.toISOString() },
      actor: system,
      requestId: null,
    });
  };

/** Locks the open return of a product. Refused if there is none. */
async function lockReturn(tx: Tx, issuedProductId: string): Promise<{ id: string; applicationId: string }> {
  const row = await tx
    .selectFrom("funding_return as r")
    .innerJoin("issued_product as i", "i.id", "r.issued_product_id")
    .innerJoin("offer as o", "o.id", "i.offer_id")
    .select(["r.id", "o.application_id as applicationId"])
    .where("r.issued_product_id", "=", issuedProductId)
    .where("r.ended_at", "is", null)
    .forUpdate("r")
    .executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND", { context: { object: "returned funding" } });
  return row;
}

async function endReturn(
  tx: Tx,
  issuedProductId: string,
  outcome: "FUNDED" | "CLOSED",
  { businessId }: Tenant,
): Promise<void> {
  await tx
    .updateTable("funding_return")
    .set({ ended_at: await businessNow(tx, businessId), outcome, next_action_at: null })
    .where("issued_product_id", "=", issuedProductId)
    .where("ended_at", "is", null)
    .execute();
  await closeTask(tx, { kind: "FUNDING_RETURNED", subjectId: issuedProductId });
}

export type FundingAgain = { payoutCents: number; bankAccountId: string };

/** Reads what would be paid out again today, and to which account. */
export async function prepareFundingAgain(tx: Tx, tenant: Tenant, issuedProductId: string): Promise<FundingAgain> {
  return (await readAgain(tx, tenant, issuedProductId)).funding;
}

async function readAgain(
  tx: Tx,
  tenant: Tenant,
  issuedProductId: string,
): Promise<{ loan: LoanToClose; funding: FundingAgain }> {
  const { applicationId } = await lockReturn(tx, issuedProductId);
  const loan = await readLoan(tx, tenant, applicationId);
  if (!loan) throw new Error("a product that was issued from an offer has its loan");
  const issued = issuedTerms(loan.terms, loan.amountCents, dateAt(await businessNow(tx, tenant.businessId)));
  if (issued.kind === "LINE") throw new Error("a line has no payout");
  const { paidTo } = await loanAccountsOf(tx, tenant.businessId);
  if (!paidTo?.isUsable)
    throw new Refusal("CLOSING_INCOMPLETE", { context: { checks: ["ACCOUNT_VERIFIED_AND_OWNED"] } });
  return { loan, funding: { payoutCents: issued.payoutCents, bankAccountId: paidTo.id } };
}

/** Pays a loan or an advance out again, to the account that the owner has chosen since. Two people decide, as at the first time. */
export const fundAgain: StaffAction<FundingAgain> = {
  kind: "loan.fund-again",
  action: "staff.loan.fund",
  needs: ({ payoutCents }, tiers) => ({ people: 2, checker: tierFor(tiers, payoutCents).checker }),
  perform: async (tx, { platformId, businessId, subjectId: issuedProductId, payload, memberId, requestId }) => {
    if (!businessId) throw new Error("a product belongs to a business");
    const tenant = { platformId, businessId };
    const { loan, funding } = await readAgain(tx, tenant, issuedProductId);
    if (funding.payoutCents !== payload.payoutCents || funding.bankAccountId !== payload.bankAccountId)
      throw new Refusal("CLOSING_CHANGED");
    const product = await lockProduct(tx, issuedProductId);
    const { count, isOneOnItsWay } = await payoutsOf(tx, issuedProductId);
    if (product.fundedOn || product.loanStatus !== "CURRENT" || isOneOnItsWay)
      throw new Refusal("WRONG_STATE", { context: { status: product.loanStatus, allowedFrom: ["PAYOUT_RETURNED"] } });
    const on = dateAt(await businessNow(tx, businessId));
    await orderPayout(tx, loan, { issuedProductId, attempt: count + 1, on, approvedBy: memberId }, funding, {
      actor: { kind: "STAFF", id: memberId },
      requestId,
    });
    await endReturn(tx, issuedProductId, "FUNDED", tenant);
  },
};

/** Closes a product that was not funded again in time, and gives its capital back. A payout that staff have retried counts as funded. */
export const closeUnfundedProduct: DueJob = {
  name: "funding-return.close",
  table: "funding_return",
  act: async (tx, { platformId, businessId, id }, now) => {
    if (!businessId) throw new Error("a returned funding belongs to a business");
    const { issued_product_id: issuedProductId } = await tx
      .selectFrom("funding_return")
      .select("issued_product_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const tenant = { platformId, businessId };
    const product = await lockProduct(tx, issuedProductId);
    const { isOneOnItsWay } = await payoutsOf(tx, issuedProductId);
    if (product.fundedOn || isOneOnItsWay) return endReturn(tx, issuedProductId, "FUNDED", tenant);
    await closeUnfunded(tx, issuedProductId);
    await releaseExposure(tx, issuedProductId);
    await endReturn(tx, issuedProductId, "CLOSED", tenant);
    await endFiling(tx, tenant, issuedProductId, now);
  },
};
