import { datedApr, regularApr, singlePaymentApr } from "../../apr/annual-percentage-rate.ts";
import { regularIntervals } from "../../apr/unit-period.ts";
import { type BusinessDate, daysBetween } from "../../calendar/business-date.ts";
import { difference, lowestOf, sumOf } from "../../explain/arithmetic.ts";
import { formula } from "../../explain/formula.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { type Cents, noCents } from "../../money/cents.ts";
import type { Decimal } from "../../money/fraction.ts";
import { exactPortion, percent } from "../../money/rate.ts";
import { splitByRates } from "../../money/split.ts";
import { type RepaymentPart, repaymentParts } from "./plan.ts";
import type { PricingPlan } from "./terms.ts";

export type InvoiceRequest = {
  plan: PricingPlan;
  requestedCents: Cents;
  /** The available limit. */
  availableCents: Cents;
  /** The actual or expected effective date of the payout. */
  fundedOn: BusinessDate;
};

export type InvoiceAdvance = {
  /** The part of the limit that the advance uses. */
  principalAmountCents: Cents;
  feeAmountCents: Cents;
  /** The payout; `invoiceAdvanceAmountCents` on the wire. */
  netDisbursementAmountCents: Cents;
  /** The repayment; `approvedRepaymentAmountCents` on the wire. */
  totalPaymentAmountCents: Cents;
  totalCostCents: Cents;
  /** The repayment before the cap by the available limit. */
  repaymentAmountBeforeAvailableLimitCheck: Cents;
  availableAfterCents: Cents;
  aprPercentage: number;
  schedule: InvoiceRepayment[];
};

/** A full or partial repayment. Its three amounts are `repaymentPrincipalAmountCents` and so on, on the wire. */
export type InvoiceRepayment = {
  number: number;
  dueOn: BusinessDate;
  /** The number of days over which the fee of this part accrues. */
  planDays: number;
  /** The fee of this part, whether it is repaid with it or was withheld from the payout. */
  chargedFeeCents: Cents;
  principalCents: Cents;
  /** Zero when the fee was withheld. */
  feeCents: Cents;
  paymentCents: Cents;
};

const portionOfAmount = (name: string, words: string) =>
  formula({
    name,
    version: 1,
    words,
    exact: ({ amountCents, percentage }: { amountCents: Cents; percentage: Decimal }) =>
      exactPortion(amountCents, percent(percentage)),
  });

const advanceOnRequest = portionOfAmount("advance-on-request", "The amount requested times the plan's advance rate.");
const planFee = portionOfAmount("plan-fee", "The advance times the plan's fee percentage.");

const scheduledPart = formula({
  name: "scheduled-part",
  version: 1,
  words:
    "The amount times the percentage of this part, rounded half up to whole cents; the last part takes what the others leave.",
  exact: ({ amountCents, percentages, part }: { amountCents: Cents; percentages: readonly Decimal[]; part: number }) =>
    splitByRates(amountCents, percentages.map(percent))[part - 1] ?? noCents,
});

/** The quote of a plan for a requested amount. The fee is charged on the amount within the limit, not on the requested amount. */
export function invoiceAdvance(request: InvoiceRequest, write: Worksheet): InvoiceAdvance {
  const { plan, requestedCents, availableCents } = request;
  const isGross = plan.paymentStructure === "GROSS";
  const percentage = plan.transactionFeePercentage;

  const uncappedAdvanceCents = write(
    "uncappedAdvanceCents",
    advanceOnRequest,
    { amountCents: requestedCents, percentage: plan.advanceRatePercentage },
    { amountCents: "request", percentage: "terms" },
  );
  const principalAmountCents = write(
    "principalAmountCents",
    lowestOf,
    { uncappedAdvanceCents, availableCents },
    { uncappedAdvanceCents: "figure uncappedAdvanceCents", availableCents: "ledger" },
  );
  const feeAmountCents = write(
    "feeAmountCents",
    planFee,
    { amountCents: principalAmountCents, percentage },
    { amountCents: "figure principalAmountCents", percentage: "terms" },
  );
  const uncappedFeeCents = write(
    "uncappedFeeCents",
    planFee,
    { amountCents: uncappedAdvanceCents, percentage },
    { amountCents: "figure uncappedAdvanceCents", percentage: "terms" },
  );
  const netDisbursementAmountCents = write(
    "netDisbursementAmountCents",
    difference,
    { fromCents: principalAmountCents, ...(isGross ? {} : { feeAmountCents }) },
    { fromCents: "figure principalAmountCents", feeAmountCents: "figure feeAmountCents" },
  );
  const totalPaymentAmountCents = write(
    "totalPaymentAmountCents",
    sumOf,
    { principalAmountCents, ...(isGross ? { feeAmountCents } : {}) },
    { principalAmountCents: "figure principalAmountCents", feeAmountCents: "figure feeAmountCents" },
  );
  const repaymentAmountBeforeAvailableLimitCheck = write(
    "repaymentAmountBeforeAvailableLimitCheck",
    sumOf,
    { uncappedAdvanceCents, ...(isGross ? { uncappedFeeCents } : {}) },
    { uncappedAdvanceCents: "figure uncappedAdvanceCents", uncappedFeeCents: "figure uncappedFeeCents" },
  );
  const totalCostCents = write(
    "totalCostCents",
    sumOf,
    { feeAmountCents },
    { feeAmountCents: "figure feeAmountCents" },
  );
  const availableAfterCents = write(
    "availableAfterCents",
    difference,
    { fromCents: availableCents, principalAmountCents },
    { fromCents: "ledger", principalAmountCents: "figure principalAmountCents" },
  );

  const repaidFeeCents = write(
    "repaidFeeCents",
    difference,
    { fromCents: totalPaymentAmountCents, principalAmountCents },
    { fromCents: "figure totalPaymentAmountCents", principalAmountCents: "figure principalAmountCents" },
  );
  const whatIsSplit = { principalAmountCents, feeAmountCents, repaidFeeCents };
  const schedule = scheduleOf(request, whatIsSplit, write);
  const aprPercentage = aprOf(netDisbursementAmountCents, request.fundedOn, schedule, write);
  return {
    principalAmountCents,
    feeAmountCents,
    netDisbursementAmountCents,
    totalPaymentAmountCents,
    totalCostCents,
    repaymentAmountBeforeAvailableLimitCheck,
    availableAfterCents,
    aprPercentage,
    schedule,
  };
}

type Split = { principalAmountCents: Cents; feeAmountCents: Cents; repaidFeeCents: Cents };

function scheduleOf({ plan, fundedOn }: InvoiceRequest, amounts: Split, write: Worksheet): InvoiceRepayment[] {
  const parts = withPrincipal(repaymentParts(plan.repaymentWindow, fundedOn), amounts.principalAmountCents);
  const percentages = parts.map((part) => part.repaymentPercentage);
  return parts.map(({ dueOn, planDays }, index) => {
    const number = index + 1;
    const figure = (name: string) => `schedule.${number}.${name}`;
    const split = (name: string, of: keyof Split) =>
      write(
        figure(name),
        scheduledPart,
        { amountCents: amounts[of], percentages, part: number },
        { amountCents: `figure ${of}`, percentages: "terms", part: "schedule" },
      );
    const chargedFeeCents = split("chargedFeeCents", "feeAmountCents");
    const principalCents = split("principalCents", "principalAmountCents");
    const feeCents = split("feeCents", "repaidFeeCents");
    const paymentCents = write(
      figure("paymentCents"),
      sumOf,
      { principalCents, feeCents },
      {
        principalCents: `figure ${figure("principalCents")}`,
        feeCents: `figure ${figure("feeCents")}`,
      },
    );
    return {
      number,
      dueOn,
      planDays,
      chargedFeeCents,
      principalCents,
      feeCents,
      paymentCents,
    };
  });
}

/** Drops parts without principal (a few cents in many parts). They would never be debited, so their fee would never be earned. */
function withPrincipal(parts: readonly RepaymentPart[], principalAmountCents: Cents): RepaymentPart[] {
  const rates = parts.map((part) => percent(part.repaymentPercentage));
  const principals = splitByRates(principalAmountCents, rates);
  return parts.filter((_, index) => principals[index] !== 0);
}

function aprOf(
  amountFinancedCents: Cents,
  fundedOn: BusinessDate,
  schedule: readonly InvoiceRepayment[],
  write: Worksheet,
): number {
  if (amountFinancedCents === 0) throw new RangeError("nothing would be paid out");
  const [only, ...others] = schedule;
  if (only && others.length === 0)
    return write(
      "aprPercentage",
      singlePaymentApr,
      { amountFinancedCents, paymentCents: only.paymentCents, termDays: daysBetween(fundedOn, only.dueOn) },
      {
        amountFinancedCents: "figure netDisbursementAmountCents",
        paymentCents: "figure totalPaymentAmountCents",
        termDays: "calendar",
      },
    );
  const regular = regularIntervals(
    fundedOn,
    schedule.map((part) => part.dueOn),
  );
  if (regular !== null)
    return write(
      "aprPercentage",
      regularApr,
      { amountFinancedCents, paymentsCents: schedule.map((part) => part.paymentCents), ...regular },
      {
        amountFinancedCents: "figure netDisbursementAmountCents",
        paymentsCents: "schedule",
        unitPeriod: "calendar",
        first: "calendar",
      },
    );
  const payments = schedule.map(({ dueOn, paymentCents }) => ({ dueOn, amountCents: paymentCents }));
  return write(
    "aprPercentage",
    datedApr,
    { amountFinancedCents, fundedOn, payments },
    { amountFinancedCents: "figure netDisbursementAmountCents", fundedOn: "calendar", payments: "schedule" },
  );
}
