import { plainWorksheet, type Worksheet } from "../../explain/worksheet.ts";
import type { Book } from "../../ledger/accounts.ts";
import { borrowerCreditApplied, creditPaidBack } from "../../ledger/entries.ts";
import type { Entry } from "../../ledger/entry.ts";
import { add, type Cents, least, negate, noCents, subtract, sum } from "../../money/cents.ts";
import {
  type Amounts,
  type Change,
  changed,
  changeOf,
  entryOf,
  type Issued,
  isScheduled,
  joined,
  noAmounts,
  noChange,
  type Obligation,
  type Payment,
  type PayoffRequest,
  totalOf,
  unpaid,
  waivedWhole,
} from "../obligation.ts";
import { paidChange, pay, payablesOf, recoveredChange, sumOfPayables } from "../payment-application.ts";
import { advanceWrittenOff } from "./entries.ts";
import { advancePayoff, type CollectionSplit, splitCollection } from "./sales-share.ts";

// The life of an advance. It is one obligation without a due date. Nothing is billed, and each collection earns the fee's part of it.

const noItem = { drawId: null, invoiceId: null };

function advanceOf({ obligations }: Issued<unknown>): Obligation {
  const advance = obligations.find(isScheduled);
  if (!advance) throw new RangeError("the advance is not funded");
  return advance;
}

/** The entry of a collection that is split into advance and fee. */
export type CollectionEntry = (split: CollectionSplit, book: Book) => Entry;

/**
 * Collects a share of sales, or returns it when the amount is negative. The fee's part follows from all that is collected, so the last
 * collection ends advance and fee at zero in any order of collections and returns.
 */
export function collect(issued: Issued<unknown>, amountCents: Cents, entryFor: CollectionEntry): Change {
  const advance = advanceOf(issued);
  const { owed, paid } = advance;
  const isWithin = amountCents < 0 ? negate(amountCents) <= totalOf(paid) : amountCents <= totalOf(unpaid(advance));
  if (!isWithin) throw new RangeError(`${amountCents} is not within what is owed and collected`);
  if (amountCents === 0) return noChange;
  const split = splitOf({ owed, paid }, amountCents);
  return {
    entries: [entryOf(noItem, entryFor(split, issued.book))],
    obligations: [changeOf(advance, { paid: { ...noAmounts, ...split }, unearnedFeeCents: negate(split.feeCents) })],
    overpaidCents: noCents,
  };
}

const splitOf = ({ owed, paid }: Pick<Obligation, "owed" | "paid">, amountCents: Cents) =>
  splitCollection(
    {
      collectedBeforeCents: totalOf(paid),
      collectedFeeCents: paid.feeCents,
      amountCents,
      feeAmountCents: owed.feeCents,
      totalPaymentAmountCents: totalOf(owed),
    },
    plainWorksheet,
  );

/** What collections of an advance are expected to pay of it, one after the other, within what is owed. */
export function expectedCollections(advance: Obligation, amountsCents: readonly Cents[]): Amounts[] {
  let { paid } = advance;
  return amountsCents.map((amountCents) => {
    const left = totalOf(unpaid({ ...advance, paid }));
    const split = splitOf({ ...advance, paid }, least(amountCents, left));
    const { principalCents, feeCents } = paid;
    paid = {
      ...paid,
      principalCents: add(principalCents, split.principalCents),
      feeCents: add(feeCents, split.feeCents),
    };
    return { ...noAmounts, ...split };
  });
}

/**
 * Applies a settled payment: to the advance, then to what is owed back. An advance has no assessed fees, so a payment of fees is overpaid.
 */
export function applyToAdvance(issued: Issued<unknown>, payment: Payment, entryFor: CollectionEntry): Change {
  const { book, obligations } = issued;
  if (issued.isWrittenOff) return recoveredChange(issued, payment);
  const owedCents = payment.kind === "FEE" ? noCents : totalOf(unpaid(advanceOf(issued)));
  const debitedCents = least(payment.amountCents, owedCents);
  const creditedCents = least(payment.creditCents, subtract(owedCents, debitedCents));

  const debited = collect(issued, debitedCents, entryFor);
  const after = { ...issued, obligations: changed(obligations, debited) };
  const credited = collect(after, creditedCents, (split) => borrowerCreditApplied(entryFor(split, book)));
  const rest = {
    ...payment,
    amountCents: subtract(payment.amountCents, debitedCents),
    creditCents: subtract(payment.creditCents, creditedCents),
  };
  const owedBack = payment.kind === "FEE" ? [] : obligations.filter(({ isOwedBack }) => isOwedBack);
  const others = paidChange(issued, pay(rest, owedBack.flatMap(payablesOf)), (payables, item) => [
    entryOf(item, creditPaidBack(book, sumOfPayables(payables))),
  ]);
  return joined(debited, credited, others);
}

/** The uncollected advance and fee are written off, with what is owed back. */
export function writeOffAdvance(issued: Issued<unknown>): Change {
  const { obligations } = issued;
  const principalCents = sum(obligations.map((one) => unpaid(one).principalCents));
  const feeCents = sum(obligations.map((one) => unpaid(one).feeCents));
  if (add(principalCents, feeCents) === 0) return noChange;
  return {
    entries: [entryOf(noItem, advanceWrittenOff({ principalCents, feeCents }, issued.book))],
    obligations: obligations.map(waivedWhole),
    overpaidCents: noCents,
  };
}

export function payOffAdvance(issued: Issued<unknown>, { creditCents }: PayoffRequest, write: Worksheet) {
  const totalPaymentAmountCents = sum(issued.obligations.map(({ owed }) => totalOf(owed)));
  const unpaidCents = sum(issued.obligations.map((one) => totalOf(unpaid(one))));
  const collectedCents = subtract(totalPaymentAmountCents, unpaidCents);
  return advancePayoff({ totalPaymentAmountCents, collectedCents, creditCents }, write);
}
