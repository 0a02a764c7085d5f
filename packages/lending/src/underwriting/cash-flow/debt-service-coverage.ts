import { type Cents, cents, subtract } from "../../money/cents.ts";
import { type Decimal, decimal, fraction, over, whole } from "../../money/fraction.ts";
import { floorOf, toDecimals } from "../../money/rounding.ts";

/** Cash flow over debt payments, with four decimals. Null without debt. */
export const debtServiceCoverage = (cashFlowCents: Cents, monthlyDebtCents: Cents): number | null =>
  monthlyDebtCents === 0 ? null : toDecimals(fraction(cashFlowCents, monthlyDebtCents), 4);

/** The largest new monthly payment that keeps the coverage. Zero or less means that there is no room for one. */
export const maxMonthlyPayment = (cashFlowCents: Cents, minCoverage: Decimal, remainingDebtCents: Cents): Cents =>
  subtract(cents(Number(floorOf(over(whole(cashFlowCents), decimal(minCoverage))))), remainingDebtCents);
