import type { Worksheet } from "../../explain/worksheet.ts";
import { monthlyInterest } from "../../mechanics/installments/level-payment.ts";
import {
  cappedPayoff,
  dueInterest,
  type InstallmentPayoff,
  type LoanPosition,
  outstandingPrincipal,
} from "../../mechanics/payoff.ts";
import type { Cents } from "../../money/cents.ts";
import type { LineOfCreditTerms } from "./terms.ts";

export type DrawPosition = LoanPosition & { amountCents: Cents };

/**
 * The payoff of one draw, current or late: its unpaid principal, the interest of items that are due, and one month's interest on the
 * whole draw, capped at the interest of the items that are not due yet.
 */
export function drawPayoff(
  { interestRatePercentage }: LineOfCreditTerms,
  position: DrawPosition,
  write: Worksheet,
): InstallmentPayoff {
  const principalCents = outstandingPrincipal(position, write);
  const chargedInterestCents = write(
    "chargedInterestCents",
    monthlyInterest,
    { balanceCents: position.amountCents, interestRatePercentage },
    { balanceCents: "request", interestRatePercentage: "terms" },
  );
  const dueInterestCents = dueInterest(position, write);
  return cappedPayoff({ principalCents, dueInterestCents, chargedInterestCents }, position, write);
}
