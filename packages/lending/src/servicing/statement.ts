import { addDays, addMonths, type BusinessDate, businessDate } from "../calendar/business-date.ts";
import { issuedProductLifecycle, type LoanStatus } from "../mechanics/issued-product.ts";
import { add, type Cents, cents, noCents, sum } from "../money/cents.ts";

/** The most statements that one download holds: those of five years. */
export const mostStatements = 60;

/** What is owed of a product by the ledger. Interest that is not due yet is not in the ledger. */
export type Owed = { principalCents: Cents; interestCents: Cents; feeCents: Cents };

/** What one journal of the ledger has changed of it, or the journals of one day that belong together. */
export type StatementEntry = Owed & {
  on: BusinessDate;
  event: string;
  isReversal: boolean;
  /** What the entry belongs to, such as a payment. Entries of one source are one line. */
  sourceId: string | null;
  /** The kind of an assessed fee. */
  feeType: string | null;
  /** What it has added to the credit of the business: the part of a payment that was more than what was owed. */
  creditCents: Cents;
  /** The day on which it was reversed. */
  reversedOn: BusinessDate | null;
};

const kindOfEvent = {
  TERM_LOAN_FUNDED: "FUNDED",
  CASH_ADVANCE_FUNDED: "FUNDED",
  DRAW_FUNDED: "FUNDED",
  INVOICE_FUNDED: "FUNDED",
  PAYOFFS_KEPT: "FUNDED",
  TERM_LOAN_REFINANCED: "REFINANCED",
  CASH_ADVANCE_REFINANCED: "REFINANCED",
  REFINANCED_LOAN_CLOSED: "REFINANCED",
  REFINANCED_FEES_CARRIED: "REFINANCED",
  REFINANCED_PAYOFF_ADJUSTED: "REFINANCED",
  INTEREST_DUE: "INTEREST",
  SUCCESSFUL_PAYMENT: "PAYMENT",
  REPAID_IN_NON_ACCRUAL: "PAYMENT",
  INVOICE_REPAID: "PAYMENT",
  ADVANCE_PAID: "PAYMENT",
  ADVANCE_PERIOD_COLLECTED: "PAYMENT",
  FEE_COLLECTED: "PAYMENT",
  CREDIT_PAID_BACK: "PAYMENT",
  OVERPAID: "PAYMENT",
  RECEIVABLE_ACCEPTED: "SHARE_OF_SALES",
  BORROWER_CREDIT_APPLIED: "CREDIT_APPLIED",
  BORROWER_CREDIT_REFUNDED: "CREDIT_REFUNDED",
  FEE_ASSESSED: "FEE",
  FEE_WAIVED: "FEE_WAIVED",
  WRITTEN_OFF: "WRITTEN_OFF",
} as const;

/** The events of which a day has one line, however many there are: a platform withholds a share of every card sale. */
export const eventsByDay = ["RECEIVABLE_ACCEPTED", "RECEIVABLE_ACCEPTED_REVERSED"] as const;

export type StatementLineKind =
  | (typeof kindOfEvent)[keyof typeof kindOfEvent]
  | "FUNDING_RETURNED"
  | "PAYMENT_RETURNED"
  | "ADJUSTMENT";

export type StatementLine = Owed & {
  on: BusinessDate;
  kind: StatementLineKind;
  feeType: string | null;
  creditCents: Cents;
  reversedOn: BusinessDate | null;
};

/** A month of a product by the ledger. What was owed before it and its lines add up to what was owed after it. */
export type StatementFigures = {
  opening: Owed;
  lines: StatementLine[];
  closing: Owed;
  /** What was paid in the month, less what a bank has returned in it. */
  paidCents: Cents;
};

const nothing: Owed = { principalCents: noCents, interestCents: noCents, feeCents: noCents };

const plus = (a: Owed, b: Owed): Owed => ({
  principalCents: add(a.principalCents, b.principalCents),
  interestCents: add(a.interestCents, b.interestCents),
  feeCents: add(a.feeCents, b.feeCents),
});

export const owedInAll = ({ principalCents, interestCents, feeCents }: Owed): Cents =>
  add(principalCents, interestCents, feeCents);

export const monthOf = (date: BusinessDate): BusinessDate => businessDate(`${date.slice(0, 7)}-01`);
export const lastDayOf = (month: BusinessDate): BusinessDate => addDays(addMonths(month, 1), -1);

/** The statement of the month that begins on a day. `entries` are all entries of the product. */
export function statementOf(entries: readonly StatementEntry[], month: BusinessDate): StatementFigures {
  const lastDay = lastDayOf(month);
  const opening = entries.filter(({ on }) => on < month).reduce<Owed>(plus, nothing);
  const lines = linesOf(entries.filter(({ on }) => on >= month && on <= lastDay));
  const isOfPayments = ({ kind }: StatementLine) =>
    kind === "PAYMENT" || kind === "PAYMENT_RETURNED" || kind === "SHARE_OF_SALES";
  const paid = lines.filter(isOfPayments).map((line) => cents(line.creditCents - owedInAll(line)));
  return { opening, lines, closing: lines.reduce<Owed>(plus, opening), paidCents: sum(paid) };
}

/** The lines in the order of their days. Entries of one source on one day are one line, such as the parts of a payment. */
function linesOf(entries: readonly StatementEntry[]): StatementLine[] {
  const groups = Map.groupBy(
    // A loan that changes its book leaves one and enters the other with the same balance.
    entries.filter(({ event }) => event !== "RECEIVABLE_SOLD" && event !== "RECEIVABLE_BOUGHT"),
    (one) => [one.on, kindOf(one), one.sourceId, one.feeType, one.reversedOn].join(),
  );
  return [...groups.values()]
    .flatMap((group): StatementLine[] => {
      const [first] = group;
      if (!first) return [];
      const { on, feeType, reversedOn } = first;
      const owed = group.reduce<Owed>(plus, nothing);
      const creditCents = sum(group.map((one) => one.creditCents));
      return [{ on, kind: kindOf(first), feeType, reversedOn, ...owed, creditCents }];
    })
    .filter((line) =>
      [line.principalCents, line.interestCents, line.feeCents, line.creditCents].some((one) => one !== 0),
    )
    .toSorted((a, b) => a.on.localeCompare(b.on));
}

function kindOf({ event, isReversal }: StatementEntry): StatementLineKind {
  const reversed = isReversal ? event.replace(/_REVERSED$/, "") : event;
  const kind = Object.hasOwn(kindOfEvent, reversed) ? kindOfEvent[reversed as keyof typeof kindOfEvent] : "ADJUSTMENT";
  if (!isReversal) return kind;
  if (kind === "FUNDED") return "FUNDING_RETURNED";
  return kind === "PAYMENT" ? "PAYMENT_RETURNED" : "ADJUSTMENT";
}

/** Whether a month has a statement: something was owed in it, or has changed. */
export const isStated = ({ opening, lines }: StatementFigures): boolean => owedInAll(opening) !== 0 || lines.length > 0;

/** The closed months from the first entry on, before the month of `today`. */
export function closedMonths(entries: readonly StatementEntry[], today: BusinessDate): BusinessDate[] {
  const [first] = entries.map(({ on }) => on).toSorted();
  const months: BusinessDate[] = [];
  if (!first) return months;
  for (let month = monthOf(first); month < monthOf(today); month = addMonths(month, 1)) months.push(month);
  return months;
}

/** Whether no later month can have a statement unless the product is reopened. */
export function hasLastStatement(
  entries: readonly StatementEntry[],
  loanStatus: LoanStatus,
  today: BusinessDate,
): boolean {
  const { opening, lines } = statementOf(entries, monthOf(today));
  return issuedProductLifecycle.isOver(loanStatus) && owedInAll(opening) === 0 && lines.length === 0;
}
