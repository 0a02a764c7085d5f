import { difference } from "../../explain/arithmetic.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { dueFromSales } from "../../mechanics/sales-share/sales-share.ts";
import { add, type Cents } from "../../money/cents.ts";
import type { Decimal } from "../../money/fraction.ts";

export type EstimatedDebit = {
  /** The estimate that was debited before the sales were known. */
  debitedCents: Cents;
  actualSalesCents: Cents;
  repaymentPercentage: Decimal;
  /** The current balance, after the debit. */
  balanceCents: Cents;
};

export type TrueUp = {
  dueCents: Cents;
  /** Positive: an amount to collect. Negative: an amount to refund. */
  differenceCents: Cents;
  outcome: "NEXT_PERIOD" | "REFUND" | "NONE";
};

/** Corrects a period that was debited by estimate, once its sales are known. */
export function trueUp(debit: EstimatedDebit, write: Worksheet): TrueUp {
  const { debitedCents, actualSalesCents, repaymentPercentage } = debit;
  const balanceCents = add(debit.balanceCents, debitedCents);
  const dueCents = dueFromSales("dueCents", { salesCents: actualSalesCents, repaymentPercentage, balanceCents }, write);
  const differenceCents = write(
    "differenceCents",
    difference,
    { fromCents: dueCents, debitedCents },
    { fromCents: "figure dueCents", debitedCents: "ledger" },
  );
  const outcome = differenceCents > 0 ? "NEXT_PERIOD" : differenceCents < 0 ? "REFUND" : "NONE";
  return { dueCents, differenceCents, outcome };
}
