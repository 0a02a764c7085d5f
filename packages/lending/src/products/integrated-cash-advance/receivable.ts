import { formula } from "../../explain/formula.ts";
import { plainWorksheet, type Worksheet } from "../../explain/worksheet.ts";
import { dueFromSales } from "../../mechanics/sales-share/sales-share.ts";
import { add, type Cents, least, negate, subtract } from "../../money/cents.ts";
import type { Decimal } from "../../money/fraction.ts";
import { percent, portion } from "../../money/rate.ts";

/** A card sale from which the platform withholds the advance's share. */
export type Charge = { chargeAmountCents: Cents; repaymentPercentage: Decimal; balanceCents: Cents };

/** The share that the platform must withhold from a sale. A sale too small to share is recorded with an amount of zero. */
export const withheldOf = ({ chargeAmountCents, ...share }: Charge, write: Worksheet): Cents =>
  dueFromSales("repaymentAmountCents", { salesCents: chargeAmountCents, ...share }, write);

/** A full or partial refund of a card sale to the card holder. */
export type Reversal = {
  /** Positive here; the wire amount is negative. */
  refundedCents: Cents;
  refundedBeforeCents: Cents;
  chargeAmountCents: Cents;
  /** The share that was withheld from the sale. */
  withheldCents: Cents;
  repaymentPercentage: Decimal;
};

const returnedShare = formula({
  name: "returned-share",
  version: 1,
  words:
    "The refunds of the sale so far times the repayment percentage, no more than was withheld of it, less what earlier refunds returned; taken off, so negative.",
  exact: ({
    refundedCents,
    refundedBeforeCents,
    withheldCents,
    repaymentPercentage,
  }: Omit<Reversal, "chargeAmountCents">) => {
    const returnedFor = (refunds: Cents) => least(portion(refunds, percent(repaymentPercentage)), withheldCents);
    return negate(subtract(returnedFor(add(refundedBeforeCents, refundedCents)), returnedFor(refundedBeforeCents)));
  },
});

/** The share that a refund returns. All refunds of a sale together never return more than was withheld from it. */
export const returnedBy = ({ chargeAmountCents: _, ...refund }: Reversal, write: Worksheet): Cents =>
  write("repaymentAmountCents", returnedShare, refund, {
    refundedCents: "request",
    refundedBeforeCents: "ledger",
    withheldCents: "ledger",
    repaymentPercentage: "terms",
  });

export type ReceivableRefusal =
  | { code: "NO_REMAINING_BALANCE" }
  | { code: "OVER_CHARGE_AMOUNT" }
  | { code: "INCORRECT_REPAYMENT_AMOUNT"; expectedCents: Cents };

/** The platform's amount must equal ours to the cent. */
export function whyNotAcceptCharge(charge: Charge, repaymentAmountCents: Cents): ReceivableRefusal | null {
  if (charge.balanceCents <= 0) return { code: "NO_REMAINING_BALANCE" };
  return whyNotAmount(withheldOf(charge, plainWorksheet), repaymentAmountCents);
}

export function whyNotAcceptReversal(reversal: Reversal, repaymentAmountCents: Cents): ReceivableRefusal | null {
  const refundedCents = add(reversal.refundedBeforeCents, reversal.refundedCents);
  if (refundedCents > reversal.chargeAmountCents) return { code: "OVER_CHARGE_AMOUNT" };
  return whyNotAmount(returnedBy(reversal, plainWorksheet), repaymentAmountCents);
}

const whyNotAmount = (expectedCents: Cents, givenCents: Cents): ReceivableRefusal | null =>
  givenCents === expectedCents ? null : { code: "INCORRECT_REPAYMENT_AMOUNT", expectedCents };
