import type { Debt } from "@inlay/contracts/onboarding/steps/collect-existing-debt.ts";
import type { Tx } from "../../db/scope.ts";

export type ExistingDebt = Debt & { id: string; refinanceRequested: boolean | null };

/** The existing debts of a business, in the order in which its owner listed them. */
export async function listDebts(tx: Tx, businessId: string): Promise<ExistingDebt[]> {
  const rows = await tx
    .selectFrom("existing_debt")
    .select(["id", "description", "monthly_payment_cents", "outstanding_balance_cents", "interest_rate_basis_points"])
    .select(["months_remaining", "refinance_requested"])
    .where("business_id", "=", businessId)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    description: row.description,
    monthlyPaymentInCents: row.monthly_payment_cents,
    outstandingBalanceCents: row.outstanding_balance_cents,
    interestRate: row.interest_rate_basis_points / 100,
    monthsRemaining: row.months_remaining,
    refinanceRequested: row.refinance_requested,
  }));
}

/** Replaces the list of debts. An unchanged debt keeps its id, and with it the refinance choice. */
export async function replaceDebts(
  tx: Tx,
  { platformId, businessId }: { platformId: string; businessId: string },
  debts: readonly Debt[],
): Promise<void> {
  const before = await listDebts(tx, businessId);
  for (const [position, debt] of debts.entries()) {
    const at = before.findIndex((kept) => isSame(kept, debt));
    const [kept] = at < 0 ? [] : before.splice(at, 1);
    await (kept
      ? tx.updateTable("existing_debt").set({ position }).where("id", "=", kept.id).execute()
      : tx
          .insertInto("existing_debt")
          .values({
            platform_id: platformId,
            business_id: businessId,
            position,
            description: debt.description,
            monthly_payment_cents: debt.monthlyPaymentInCents,
            outstanding_balance_cents: debt.outstandingBalanceCents,
            interest_rate_basis_points: Math.round(debt.interestRate * 100),
            months_remaining: debt.monthsRemaining,
          })
          .execute());
  }
  for (const { id } of before) await tx.deleteFrom("existing_debt").where("id", "=", id).execute();
}

const isSame = (one: Debt, other: Debt): boolean =>
  one.description === other.description &&
  one.monthlyPaymentInCents === other.monthlyPaymentInCents &&
  one.outstandingBalanceCents === other.outstandingBalanceCents &&
  one.interestRate === other.interestRate &&
  one.monthsRemaining === other.monthsRemaining;
