import { formula } from "../../explain/formula.ts";
import { plainWorksheet, type Worksheet } from "../../explain/worksheet.ts";
import { dueFromSales } from "../../mechanics/sales-share.ts";
import { add, type Cents, least, negate, subtract } from "../../money/cents.ts";
import type { Decimal } from "../../money/fraction.ts";
import { percent, portion } from "../../money/rate.ts";

/** A card sale of which the platform withholds the advance's share. */
export type Charge = { chargeAmountCents: Cents; repaymentPercentage: Decimal; balanceCents: Cents };

/** What the platform must have withheld of a sale. A sale too small to share is kept as a row of nothing. */
export const withheldOf = ({ chargeAmountCents, ...share }: Charge, write: Worksheet): Cents =>
  dueFromSales("repaymentAmountCents", { salesCents: chargeAmountCents, ...share }, write);

/** Money of a sale that went back to the card holder, all of it or a part. */
export type Reversal = {
  /** Positive; on the wire the row is negative. */
  refundedCents: Cents;
  refundedBeforeCents: Cents;
  chargeAmountCents: Cents;
  /** What was withheld of that sale. */
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

/** What a refund gives back: the same share as was taken. All refunds of a sale together never return more than it brought. */
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

/** The platform's figure must be ours to the cent. */
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
