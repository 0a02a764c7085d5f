import type { BusinessDate } from "../calendar/business-date.ts";
import type { Book, FeeType } from "../ledger/accounts.ts";
import { type AssessedFee, isAssessedFee, type UnpaidFee } from "../ledger/entries.ts";
import type { Entry } from "../ledger/entry.ts";
import { add, type Cents, negate, noCents, subtract, sum } from "../money/cents.ts";
import type { Decimal } from "../money/fraction.ts";
import type { LoanStatus } from "./issued-product.ts";

export type Amounts = { principalCents: Cents; interestCents: Cents; feeCents: Cents };

/**
 * An amount that the borrower owes on an issued product: an installment of a loan or a draw, a repayment of an invoice, an advance with its
 * fee, or an assessed fee. What is unpaid of it is `owed` less `paid` less `waived`.
 */
export type Obligation = {
  id: string;
  drawId: string | null;
  invoiceId: string | null;
  /** Orders the obligations of one loan, draw or invoice. */
  number: number;
  /** Null for an advance, which is repaid from sales. */
  dueOn: BusinessDate | null;
  /** The type of its fee: TRANSACTION_FEE of an invoice, MCA_FEE of an advance, or the type of an assessed fee. Null without a fee. */
  feeType: FeeType | null;
  owed: Amounts;
  paid: Amounts;
  /** Interest that a payoff does not charge, a fee that staff waive, and whatever is written off. */
  waived: Amounts;
  /** The part of the interest that has been billed and is in INTEREST_RECEIVABLE or paid. */
  billedInterestCents: Cents;
  /** The part of a fee withheld or charged at funding that this obligation earns, and has not earned yet. It is in UNEARNED_FEES. */
  unearnedFeeCents: Cents;
  /** For a repayment of an invoice: what its rebate is calculated from when it is repaid early. Null for everything else. */
  rebateTerms: { transactionFeePercentage: Decimal; planDays: number } | null;
  /** A rebate or refund that is owed back because its debit was returned. It is not a part of the schedule and bears no interest. */
  isOwedBack: boolean;
};

/** An obligation before it has an id: what funding creates. */
export type NewObligation = Omit<
  Obligation,
  "id" | "drawId" | "invoiceId" | "paid" | "waived" | "billedInterestCents" | "isOwedBack"
>;

/** How an event changes an obligation. All amounts are differences, so that taking an event back subtracts them again. */
export type ObligationChange = {
  obligationId: string;
  owed: Amounts;
  paid: Amounts;
  waived: Amounts;
  billedInterestCents: Cents;
  unearnedFeeCents: Cents;
};

/** An entry of one draw or invoice, or of the product itself. */
export type ProductEntry = {
  entry: Entry;
  drawId: string | null;
  invoiceId: string | null;
  /** The rebate for the early repayment of this invoice. It stays in UNEARNED_FEES until its order is submitted (`rebateSent`). */
  rebateCents: Cents;
};

/** What an event does to an issued product: the entries to post, in order, and the changes of its obligations. */
export type Change = {
  entries: readonly ProductEntry[];
  obligations: readonly ObligationChange[];
  /** The part of a payment that nothing was owed for, or that a true-up gives back. It becomes the business's credit. */
  overpaidCents: Cents;
};

/** An issued product as it stands, read under its lock. */
export type Issued<Terms> = {
  terms: Terms;
  book: Book;
  /** The effective date of the payout. A draw and an invoice have their own in their obligations. */
  fundedOn: BusinessDate;
  status: LoanStatus;
  isWrittenOff: boolean;
  /** All obligations, paid ones included. */
  obligations: readonly Obligation[];
  /** The scheduled principal that settled payments paid, with the day from which each counts, without payments that were returned. */
  principalPaid: readonly { on: BusinessDate; principalCents: Cents }[];
};

/** A payment that has settled. */
export type Payment = {
  /**
   * REPAYMENT pays what is due, FEE pays assessed fees, PAYOFF pays everything owed on the loan, draw or invoice. LUMP_SUM is a payment whose
   * sender chose its amount, such as a wire: it pays what is due, then assessed fees, then the rest.
   */
  kind: "REPAYMENT" | "FEE" | "PAYOFF" | "LUMP_SUM";
  amountCents: Cents;
  /** The part of the business's credit that the payment may use in addition. What is not needed of it stays the business's credit. */
  creditCents: Cents;
  effectiveOn: BusinessDate;
  /** The draw or invoice that the payment was ordered for. */
  drawId: string | null;
  invoiceId: string | null;
};

/** A loan, draw or invoice that is to be paid off on a day, with the business's credit that the payoff may use. */
export type PayoffRequest = Omit<Payment, "kind" | "amountCents">;

export const noAmounts: Amounts = { principalCents: noCents, interestCents: noCents, feeCents: noCents };

export const unpaid = ({ owed, paid, waived }: Obligation): Amounts => ({
  principalCents: subtract(subtract(owed.principalCents, paid.principalCents), waived.principalCents),
  interestCents: subtract(subtract(owed.interestCents, paid.interestCents), waived.interestCents),
  feeCents: subtract(subtract(owed.feeCents, paid.feeCents), waived.feeCents),
});

export const totalOf = ({ principalCents, interestCents, feeCents }: Amounts): Cents =>
  add(principalCents, interestCents, feeCents);

export const isPaid = (obligation: Obligation): boolean => totalOf(unpaid(obligation)) === 0;

/** The unpaid interest that is in INTEREST_RECEIVABLE. */
export const billedUnpaid = ({ billedInterestCents, paid }: Obligation): Cents =>
  subtract(billedInterestCents, paid.interestCents);

/** An assessed fee. It is paid by FEE payments and by a payoff, never by a repayment. */
export const isAssessed = (obligation: Obligation): obligation is Obligation & { feeType: AssessedFee } =>
  obligation.feeType !== null && isAssessedFee(obligation.feeType);

/** Everything else: an installment, a repayment of an invoice, an advance. */
export const isNotAssessed = (obligation: Obligation): boolean => !isAssessed(obligation);

/** A row of the schedule, or the advance. */
export const isScheduled = (obligation: Obligation): boolean => !isAssessed(obligation) && !obligation.isOwedBack;

/** The unpaid assessed fees of a draw, an invoice or a product. */
export const unpaidFees = (obligations: readonly Obligation[]): UnpaidFee<AssessedFee>[] =>
  obligations
    .filter(isAssessed)
    .map((fee) => ({ feeType: fee.feeType, amountCents: unpaid(fee).feeCents }))
    .filter(({ amountCents }) => amountCents > 0);

/** A draw, an invoice, or the product itself when both are null. */
export type Item = Pick<Obligation, "drawId" | "invoiceId">;

export const isOf =
  ({ drawId, invoiceId }: Item) =>
  (other: Item): boolean =>
    other.drawId === drawId && other.invoiceId === invoiceId;

/** The members of a list by their draw or invoice, in the order in which each is first met. */
export function byItem<T>(list: readonly T[], itemOf: (member: T) => Item): { item: Item; members: T[] }[] {
  const groups = new Map<string, { item: Item; members: T[] }>();
  for (const member of list) {
    const { drawId, invoiceId } = itemOf(member);
    const key = JSON.stringify([drawId, invoiceId]);
    const group = groups.get(key) ?? { item: { drawId, invoiceId }, members: [] };
    group.members.push(member);
    groups.set(key, group);
  }
  return [...groups.values()];
}

export const entryOf = ({ drawId, invoiceId }: Item, entry: Entry, rebateCents = noCents): ProductEntry => ({
  entry,
  drawId,
  invoiceId,
  rebateCents,
});

/** The change of an obligation by the given differences. */
export const changeOf = (
  { id }: Pick<Obligation, "id">,
  differences: Partial<Omit<ObligationChange, "obligationId">>,
): ObligationChange => ({
  obligationId: id,
  owed: noAmounts,
  paid: noAmounts,
  waived: noAmounts,
  billedInterestCents: noCents,
  unearnedFeeCents: noCents,
  ...differences,
});

/** Everything unpaid is waived, leaves the receivables, and its fee is not earned any more. */
export const waivedWhole = (obligation: Obligation): ObligationChange =>
  changeOf(obligation, {
    waived: unpaid(obligation),
    billedInterestCents: negate(billedUnpaid(obligation)),
    unearnedFeeCents: negate(obligation.unearnedFeeCents),
  });

export const noChange: Change = { entries: [], obligations: [], overpaidCents: noCents };

/** Several changes as one: entries in order, and one change per obligation. */
export function joined(...changes: readonly Change[]): Change {
  const sums = new Map<string, ObligationChange>();
  for (const one of changes.flatMap((change) => change.obligations)) {
    const before = sums.get(one.obligationId);
    sums.set(one.obligationId, before ? summed(before, one) : one);
  }
  return {
    entries: changes.flatMap((change) => change.entries),
    obligations: [...sums.values()].filter(isDifference),
    overpaidCents: sum(changes.map((change) => change.overpaidCents)),
  };
}

/** The obligations after a change. */
export function changed(obligations: readonly Obligation[], change: Change): Obligation[] {
  const byId = new Map(joined(change).obligations.map((one) => [one.obligationId, one]));
  return obligations.map((obligation) => {
    const one = byId.get(obligation.id);
    return one ? { ...obligation, ...addedTo(obligation, one) } : obligation;
  });
}

/**
 * Takes an event back: its differences, negated. The journals of its entries are reversed by the ledger. Call the product's `bill`
 * afterwards in the same transaction: with simple interest the return of a payment changes what later payments were billed.
 */
export const takeBack = ({ obligations, overpaidCents }: Change): Change => ({
  entries: [],
  obligations: obligations.map((one) => ({
    obligationId: one.obligationId,
    owed: negated(one.owed),
    paid: negated(one.paid),
    waived: negated(one.waived),
    billedInterestCents: negate(one.billedInterestCents),
    unearnedFeeCents: negate(one.unearnedFeeCents),
  })),
  overpaidCents: negate(overpaidCents),
});

type Differences = Omit<ObligationChange, "obligationId">;

const addedTo = (to: Differences, difference: Differences): Differences => ({
  owed: plus(to.owed, difference.owed),
  paid: plus(to.paid, difference.paid),
  waived: plus(to.waived, difference.waived),
  billedInterestCents: add(to.billedInterestCents, difference.billedInterestCents),
  unearnedFeeCents: add(to.unearnedFeeCents, difference.unearnedFeeCents),
});

const summed = (one: ObligationChange, other: ObligationChange): ObligationChange => ({
  obligationId: one.obligationId,
  ...addedTo(one, other),
});

const plus = (one: Amounts, other: Amounts): Amounts => ({
  principalCents: add(one.principalCents, other.principalCents),
  interestCents: add(one.interestCents, other.interestCents),
  feeCents: add(one.feeCents, other.feeCents),
});

const negated = ({ principalCents, interestCents, feeCents }: Amounts): Amounts => ({
  principalCents: negate(principalCents),
  interestCents: negate(interestCents),
  feeCents: negate(feeCents),
});

const isDifference = ({ owed, paid, waived, billedInterestCents, unearnedFeeCents }: Differences): boolean =>
  [owed, paid, waived].some(({ principalCents, interestCents, feeCents }) =>
    [principalCents, interestCents, feeCents].some((amount) => amount !== 0),
  ) ||
  billedInterestCents !== 0 ||
  unearnedFeeCents !== 0;
