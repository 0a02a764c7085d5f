import { daysBetween } from "../../calendar/business-date.ts";
import { difference, lowestOf, sumOf } from "../../explain/arithmetic.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import type { Book } from "../../ledger/accounts.ts";
import { add, type Cents, negate, noCents, sum } from "../../money/cents.ts";
import { fraction } from "../../money/fraction.ts";
import { portion } from "../../money/rate.ts";
import {
  byItem,
  type Change,
  changeOf,
  entryOf,
  type Issued,
  isNotAssessed,
  isOf,
  isPaid,
  isScheduled,
  joined,
  type NewObligation,
  type Obligation,
  type Payment,
  type PayoffRequest,
  type ProductEntry,
  totalOf,
  unpaid,
  unpaidFees,
  waivedWhole,
} from "../obligation.ts";
import {
  feesInOrder,
  feesPaid,
  type Paid,
  type Payable,
  paidChange,
  pay,
  payablesOf,
  recoveredChange,
  repaymentOrder,
  sumOfPart,
} from "../payment-application.ts";
import type { InvoiceAdvance, InvoiceRepayment } from "./advance.ts";
import { invoiceFunded, invoiceRepaid, invoiceWrittenOff } from "./entries.ts";
import { earlyRepayment, earlyRepaymentRebate } from "./fees.ts";
import type { PricingPlan } from "./terms.ts";

// The life of financed invoices and bills. Nothing is billed: the fee is known at funding and is earned as principal is repaid.

/** The entries and obligations of a funded invoice: one obligation per repayment, which earns its fee whether it is repaid or was withheld. */
export function fundInvoice(advance: InvoiceAdvance, { transactionFeePercentage }: PricingPlan, book: Book) {
  const obligations = advance.schedule.map(
    ({ number, dueOn, principalCents, feeCents, chargedFeeCents, planDays }): NewObligation => ({
      number,
      dueOn,
      feeType: "TRANSACTION_FEE",
      owed: { principalCents, interestCents: noCents, feeCents },
      unearnedFeeCents: chargedFeeCents,
      rebateTerms: { transactionFeePercentage, planDays },
    }),
  );
  return { entries: [invoiceFunded(advance, book)], obligations };
}

/**
 * Applies a settled payment to the invoices of a line. As principal is repaid, its part of the fee is earned, less the rebate if it is
 * repaid early. A payoff pays everything of its invoice, or the oldest first, fees last, if it is less than that.
 */
export function applyToInvoices(issued: Issued<unknown>, payment: Payment): Change {
  if (issued.isWrittenOff) return recoveredChange(issued, payment);
  if (payment.kind === "FEE") return joined(feesPaid(issued, payment));
  const ofInvoice = issued.obligations.filter(isOf(payment));
  const order =
    payment.kind === "PAYOFF"
      ? [...repaymentOrder(ofInvoice, payment), ...feesInOrder(ofInvoice, payment)]
      : repaymentOrder(issued.obligations, payment);
  const paid = pay(payment, order.flatMap(payablesOf));
  const released = releasedBy(paid, payment);
  const change = paidChange(issued, paid, (payables, item) => [repaidEntry(payables, released, item, issued.book)]);
  const earned = released.map(({ obligation, feeCents }) =>
    changeOf(obligation, { unearnedFeeCents: negate(feeCents) }),
  );
  return joined(change, { entries: [], obligations: earned, overpaidCents: noCents });
}

/** The part of an obligation's fee that a payment releases: it is earned, except for the rebate. */
type Released = { obligation: Obligation; feeCents: Cents; rebateCents: Cents; by: Payable };

/** The fee is released in proportion to principal, so that the payment which ends the principal releases all that is left. */
function releasedBy({ byDebit, byCredit }: Paid, { effectiveOn }: Payment): Released[] {
  const principal = [...byDebit, ...byCredit].filter(({ part }) => part === "principalCents");
  return principal.flatMap((by, index) => {
    const { obligation } = by;
    const ofSame = principal.filter((one) => one.obligation === obligation);
    // If a debit and a credit pay the same obligation, the rebate is rounded once, and the entry of the debit has it.
    if (principal.findIndex((one) => one.obligation === obligation) !== index) return [];
    const principalCents = sum(ofSame.map(({ cents }) => cents));
    const share = fraction(principalCents, unpaid(obligation).principalCents);
    const feeCents = portion(obligation.unearnedFeeCents, share);
    const { rebateTerms, dueOn } = obligation;
    const rebateCents =
      rebateTerms === null || dueOn === null
        ? noCents
        : earlyRepaymentRebate.value({
            ...rebateTerms,
            principalCents,
            feeCents,
            daysLeft: daysBetween(effectiveOn, dueOn),
          });
    return [{ obligation, feeCents, rebateCents, by }];
  });
}

function repaidEntry(
  payables: readonly Payable[],
  released: readonly Released[],
  item: Pick<Obligation, "drawId" | "invoiceId">,
  book: Book,
): ProductEntry {
  const principalCents = sumOfPart(payables, "principalCents");
  const feeCents = sumOfPart(payables, "feeCents");
  const here = released.filter(({ by }) => payables.includes(by));
  const rebateCents = sum(here.map((one) => one.rebateCents));
  const chargedFeeCents = sum(here.map((one) => one.feeCents));
  const paymentCents = add(principalCents, feeCents);
  const entry = invoiceRepaid({ paymentCents, principalCents, feeCents, chargedFeeCents }, rebateCents, book);
  return entryOf(item, entry, rebateCents);
}

/** Everything that is owed is written off, by invoice. */
export function writeOffInvoices({ obligations, book }: Issued<unknown>): Change {
  const entries = byItem(obligations, (one) => one).flatMap(({ item, members }) => {
    const parts = members.filter(isNotAssessed);
    const balance = {
      principalCents: sum(parts.map((one) => unpaid(one).principalCents)),
      feeCents: sum(parts.map((one) => unpaid(one).feeCents)),
      chargedFeeCents: sum(parts.map((one) => one.unearnedFeeCents)),
      assessedFees: unpaidFees(members),
    };
    const { principalCents, feeCents, chargedFeeCents, assessedFees } = balance;
    const isOwing = principalCents > 0 || feeCents > 0 || chargedFeeCents > 0 || assessedFees.length > 0;
    return isOwing ? [entryOf(item, invoiceWrittenOff(balance, book))] : [];
  });
  return joined({ entries, obligations: obligations.map(waivedWhole), overpaidCents: noCents });
}

/** The payoff of one invoice: all unpaid parts and assessed fees, less a credit. Each part that is early earns a rebate, which is paid later. */
export function payOffInvoice({ obligations }: Issued<unknown>, request: PayoffRequest, write: Worksheet) {
  const parts = unpaidParts(obligations, request);
  const percentage = parts[0]?.rebateTerms?.transactionFeePercentage ?? "0";
  const early = earlyRepayment(parts.flatMap(toRepayment), percentage, request.effectiveOn, write);
  const { repaymentCents } = early;
  const ofInvoice = obligations.filter(isOf(request));
  const feesCents = sum(unpaidFees(ofInvoice).map((fee) => fee.amountCents));
  const owedBackCents = sum(ofInvoice.filter((one) => one.isOwedBack).map((one) => totalOf(unpaid(one))));
  const owedCents = write(
    "owedCents",
    sumOf,
    { repaymentCents, feesCents, owedBackCents },
    { repaymentCents: "figure repaymentCents", feesCents: "ledger", owedBackCents: "ledger" },
  );
  const creditCents = write(
    "creditCents",
    lowestOf,
    { availableCents: request.creditCents, owedCents },
    { availableCents: "ledger", owedCents: "figure owedCents" },
  );
  const amountCents = write(
    "amountCents",
    difference,
    { fromCents: owedCents, creditCents },
    { fromCents: "figure owedCents", creditCents: "figure creditCents" },
  );
  return { ...early, amountCents, creditCents };
}

const unpaidParts = (obligations: readonly Obligation[], item: Pick<Obligation, "drawId" | "invoiceId">) =>
  obligations
    .filter((one) => isScheduled(one) && isOf(item)(one) && !isPaid(one))
    .toSorted((a, b) => a.number - b.number);

function toRepayment(obligation: Obligation): InvoiceRepayment[] {
  const { number, dueOn, unearnedFeeCents, rebateTerms } = obligation;
  if (dueOn === null || rebateTerms === null) return [];
  const { principalCents, feeCents } = unpaid(obligation);
  return [
    {
      number,
      dueOn,
      planDays: rebateTerms.planDays,
      chargedFeeCents: unearnedFeeCents,
      principalCents,
      feeCents,
      paymentCents: add(principalCents, feeCents),
    },
  ];
}
