import { type BusinessDate, daysBetween } from "../../calendar/business-date.ts";
import { difference, total } from "../../explain/arithmetic.ts";
import { formula } from "../../explain/formula.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { type Cents, least, noCents } from "../../money/cents.ts";
import { type Decimal, fraction, times } from "../../money/fraction.ts";
import { percent, portion } from "../../money/rate.ts";
import type { InvoiceRepayment } from "./advance.ts";

/** With this many days left or fewer, early repayment earns no rebate. */
const DAYS_WITHOUT_REBATE = 3;

type FeeOverTime = { principalCents: Cents; transactionFeePercentage: Decimal; planDays: number };

const feeForDays = ({ principalCents, transactionFeePercentage, planDays }: FeeOverTime, days: number): Cents =>
  portion(principalCents, times(percent(transactionFeePercentage), fraction(days, planDays)));

/**
 * The rebate of the fee when an invoice is repaid before its due date. It is capped at the fee that it gives back: a fixed date or an
 * extended one can be further away than the days the fee was charged for, and the fee of a part can be rounded down.
 */
export const earlyRepaymentRebate = formula({
  name: "early-repayment-rebate",
  version: 1,
  words:
    "The principal times the fee percentage times the days left over the plan's days, rounded half up to whole cents; nothing for three days or fewer, and never more than the fee.",
  exact: ({ feeCents, daysLeft, ...fee }: FeeOverTime & { feeCents: Cents; daysLeft: number }) =>
    daysLeft > DAYS_WITHOUT_REBATE ? least(feeForDays(fee, daysLeft), feeCents) : noCents,
});

/** The fee for an extension, at the plan's daily rate. It is due on the original due date. */
export const extensionFee = formula({
  name: "extension-fee",
  version: 1,
  words:
    "The principal times the fee percentage times the days of the extension over the plan's days, rounded half up to whole cents.",
  exact: ({ extensionDays, ...fee }: FeeOverTime & { extensionDays: number }) => feeForDays(fee, extensionDays),
});

export type EarlyRepayment = {
  /** Debited in full. The rebate is paid once the debit has succeeded. */
  repaymentCents: Cents;
  rebateCents: Cents;
  costAfterRebateCents: Cents;
};

/** An early repayment: all unpaid parts are debited at once, and each part that is early earns a rebate. */
export function earlyRepayment(
  unpaid: readonly InvoiceRepayment[],
  transactionFeePercentage: Decimal,
  effectiveOn: BusinessDate,
  write: Worksheet,
): EarlyRepayment {
  const repaymentCents = write(
    "repaymentCents",
    total,
    { amountsCents: unpaid.map((part) => part.paymentCents) },
    { amountsCents: "schedule" },
  );
  const rebatesCents = unpaid.map((part) =>
    write(
      `schedule.${part.number}.rebateCents`,
      earlyRepaymentRebate,
      {
        principalCents: part.principalCents,
        feeCents: part.chargedFeeCents,
        transactionFeePercentage,
        planDays: part.planDays,
        daysLeft: daysBetween(effectiveOn, part.dueOn),
      },
      {
        principalCents: "schedule",
        feeCents: "schedule",
        transactionFeePercentage: "terms",
        planDays: "terms",
        daysLeft: "calendar",
      },
    ),
  );
  const rebateCents = write("rebateCents", total, { amountsCents: rebatesCents }, { amountsCents: "schedule" });
  const costAfterRebateCents = write(
    "costAfterRebateCents",
    difference,
    { fromCents: repaymentCents, rebateCents },
    { fromCents: "figure repaymentCents", rebateCents: "figure rebateCents" },
  );
  return { repaymentCents, rebateCents, costAfterRebateCents };
}
