import { borrowerCreditApplied, feeCollected, overpaid, recovered } from "../ledger/entries.ts";
import type { Entry } from "../ledger/entry.ts";
import { type Cents, least, noCents, subtract, sum } from "../money/cents.ts";
import {
  type Amounts,
  billedUnpaid,
  byItem,
  type Change,
  changeOf,
  entryOf,
  type Issued,
  type Item,
  isAssessed,
  isNotAssessed,
  isOf,
  noAmounts,
  type Obligation,
  type Payment,
  type ProductEntry,
  unpaid,
} from "./obligation.ts";

/** A part of an obligation that a payment can pay. */
export type Payable = {
  obligation: Obligation;
  part: keyof Amounts;
  /** Interest that has not been billed. */
  isUnbilled: boolean;
  cents: Cents;
};

/** What is unpaid of an obligation, in the order in which it is paid: interest, then the fee of the plan, then principal. */
export function payablesOf(obligation: Obligation): Payable[] {
  const { interestCents, feeCents, principalCents } = unpaid(obligation);
  const billedCents = billedUnpaid(obligation);
  const payable = (part: keyof Amounts, cents: Cents, isUnbilled = false): Payable => ({
    obligation,
    part,
    isUnbilled,
    cents,
  });
  return [
    payable("interestCents", billedCents),
    payable("interestCents", subtract(interestCents, billedCents), true),
    payable("feeCents", feeCents),
    payable("principalCents", principalCents),
  ].filter(({ cents }) => cents > 0);
}

/**
 * What a repayment pays, in order: everything due on the day of the payment, the oldest first over the whole product, then the rest of the
 * loan, draw or invoice that the payment names. Assessed fees are not included: each is collected by its own order, so that a late fee
 * never causes another. Only a lump sum, for which no other order is made, pays them as well, behind what is due.
 */
export function repaymentOrder(obligations: readonly Obligation[], payment: Payment): Obligation[] {
  const owed = obligations.filter(isNotAssessed);
  const isDue = ({ dueOn }: Obligation) => dueOn !== null && dueOn <= payment.effectiveOn;
  const rest = owed.filter((one) => !isDue(one) && isOf(payment)(one));
  const fees = payment.kind === "LUMP_SUM" ? feesInOrder(obligations, payment) : [];
  return [...oldestFirst(owed.filter(isDue), payment), ...fees, ...rest.toSorted((a, b) => a.number - b.number)];
}

/** Assessed fees, the oldest first. */
export const feesInOrder = (obligations: readonly Obligation[], payment: Payment): Obligation[] =>
  oldestFirst(obligations.filter(isAssessed), payment);

/** Sorted by due date. On the same day what the payment was ordered for comes first. */
function oldestFirst(obligations: readonly Obligation[], payment: Payment): Obligation[] {
  const keyOf = (one: Obligation) => [one.dueOn ?? "", isOf(payment)(one) ? "0" : "1", one.drawId, one.invoiceId];
  const compared = (a: Obligation, b: Obligation): number => {
    const [one, other] = [keyOf(a).join(), keyOf(b).join()];
    return one === other ? a.number - b.number : one < other ? -1 : 1;
  };
  return obligations.toSorted(compared);
}

/** What a payment pays: the debit first, and the business's credit what the debit leaves. */
export type Paid = { byDebit: Payable[]; byCredit: Payable[]; overpaidCents: Cents };

/** Pays in the given order, never more than is payable. What the debit exceeds it by is overpaid; the credit is used only as needed. */
export function pay({ amountCents, creditCents }: Payment, payables: readonly Payable[]): Paid {
  const debit = allocated(amountCents, payables);
  const credit = allocated(creditCents, debit.unpaid);
  return { byDebit: debit.paid, byCredit: credit.paid, overpaidCents: debit.leftCents };
}

function allocated(amountCents: Cents, payables: readonly Payable[]) {
  let leftCents = amountCents;
  const paid: Payable[] = [];
  const left: Payable[] = [];
  for (const payable of payables) {
    const cents = least(leftCents, payable.cents);
    leftCents = subtract(leftCents, cents);
    if (cents > 0) paid.push({ ...payable, cents });
    if (cents < payable.cents) left.push({ ...payable, cents: subtract(payable.cents, cents) });
  }
  return { paid, unpaid: left, leftCents };
}

export const sumOfPart = (payables: readonly Payable[], part: keyof Amounts): Cents =>
  sum(payables.filter((one) => one.part === part).map(({ cents }) => cents));

export const sumOfPayables = (payables: readonly Payable[]): Cents => sum(payables.map(({ cents }) => cents));

/**
 * The change of a payment: what it pays of each obligation, and one entry per draw or invoice for the debit and for the credit. `entries`
 * gives the entries of the payables of one draw or invoice as if a debit had paid them. Assessed fees have their own entries.
 */
export function paidChange(
  { book }: Pick<Issued<unknown>, "book">,
  { byDebit, byCredit, overpaidCents }: Paid,
  entries: (payables: readonly Payable[], item: Item) => readonly ProductEntry[],
): Change {
  const entriesOf = (payables: readonly Payable[]): ProductEntry[] =>
    byItem(payables, ({ obligation }) => obligation).flatMap(({ item, members }) => {
      const others = members.filter(({ obligation }) => isNotAssessed(obligation));
      return [...(others.length > 0 ? entries(others, item) : []), ...feeEntries(members, item, book)];
    });
  return {
    entries: [
      ...entriesOf(byDebit),
      ...entriesOf(byCredit).map((one) => ({ ...one, entry: borrowerCreditApplied(one.entry) })),
      ...(overpaidCents > 0 ? [entryOf({ drawId: null, invoiceId: null }, overpaid(book, overpaidCents))] : []),
    ],
    obligations: [...byDebit, ...byCredit].map(({ obligation, part, isUnbilled, cents }) =>
      changeOf(obligation, {
        paid: { ...noAmounts, [part]: cents },
        billedInterestCents: isUnbilled ? cents : noCents,
      }),
    ),
    overpaidCents,
  };
}

const feeEntries = (payables: readonly Payable[], item: Item, book: Issued<unknown>["book"]): ProductEntry[] =>
  payables.flatMap(({ obligation, cents }) =>
    isAssessed(obligation) ? [entryOf(item, feeCollected(book, obligation.feeType, cents))] : [],
  );

/** The change of a payment that pays assessed fees only. */
export const feesPaid = (issued: Issued<unknown>, payment: Payment): Change =>
  paidChange(issued, pay(payment, feesInOrder(issued.obligations, payment).flatMap(payablesOf)), () => []);

/** The change of a payment after the write-off: all of it is a recovery. */
export function recoveredChange({ book }: Issued<unknown>, payment: Payment): Change {
  const { amountCents, creditCents } = payment;
  const entries: Entry[] = [
    ...(amountCents > 0 ? [recovered(book, amountCents)] : []),
    ...(creditCents > 0 ? [borrowerCreditApplied(recovered(book, creditCents))] : []),
  ];
  return { entries: entries.map((one) => entryOf(payment, one)), obligations: [], overpaidCents: noCents };
}
