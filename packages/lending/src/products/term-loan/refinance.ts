import { difference, total } from "../../explain/arithmetic.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { add, type Cents } from "../../money/cents.ts";
import type { PricedDebt } from "./terms.ts";

export type Refinancing = {
  refiExistingLoanPayoffAmountCents: Cents;
  /** The loan amount less the principal refinanced from our own loans. */
  refiNetNewPrincipalAmountCents: Cents;
};

export function refinancing(debts: readonly PricedDebt[], loanAmountCents: Cents, write: Worksheet): Refinancing {
  const refinancedPrincipalCents = write(
    "refinancedPrincipalCents",
    total,
    { amountsCents: ownDebts(debts).map((debt) => debt.principalCents) },
    { amountsCents: "terms" },
  );
  return {
    refiExistingLoanPayoffAmountCents: write(
      "refiExistingLoanPayoffAmountCents",
      total,
      { amountsCents: debts.map(payoffOf) },
      { amountsCents: "terms" },
    ),
    refiNetNewPrincipalAmountCents: write(
      "refiNetNewPrincipalAmountCents",
      difference,
      { fromCents: loanAmountCents, refinancedPrincipalCents },
      { fromCents: "request", refinancedPrincipalCents: "figure refinancedPrincipalCents" },
    ),
  };
}

export const ownDebts = <Debt extends PricedDebt>(debts: readonly Debt[]) =>
  debts.filter((debt): debt is Extract<Debt, { debtType: "KANMON_DEBT" }> => debt.debtType === "KANMON_DEBT");

export const externalDebts = (debts: readonly PricedDebt[]) =>
  debts.filter((debt) => debt.debtType === "EXTERNAL_DEBT");

export const payoffOf = (debt: PricedDebt): Cents =>
  debt.debtType === "EXTERNAL_DEBT" ? debt.payoffCents : add(debt.principalCents, debt.interestCents);
