import type { BusinessDate } from "../calendar/business-date.ts";
import type { Book, FeeType } from "../ledger/accounts.ts";
import type { Entry } from "../ledger/entry.ts";
import type { Cents } from "../money/cents.ts";
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
};

/** An obligation before it has an id: what funding creates. */
export type NewObligation = Omit<Obligation, "id" | "drawId" | "invoiceId" | "paid" | "waived" | "billedInterestCents">;

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
export type ProductEntry = { entry: Entry; drawId: string | null; invoiceId: string | null };

/** What an event does to an issued product: the entries to post, in order, and the changes of its obligations. */
export type Change = {
  entries: readonly ProductEntry[];
  obligations: readonly ObligationChange[];
  /** The part of a payment that nothing was owed for. It becomes the business's credit. */
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
  /** The principal that settled payments paid, with the day from which each counts. Payments that were returned are not included. */
  principalPaid: readonly { on: BusinessDate; principalCents: Cents }[];
};

/** A payment that has settled. */
export type Payment = {
  /** REPAYMENT pays what is due, FEE pays assessed fees, PAYOFF pays everything owed on the loan, draw or invoice. */
  kind: "REPAYMENT" | "FEE" | "PAYOFF";
  amountCents: Cents;
  /** The part of the business's credit that the payment uses in addition. */
  creditCents: Cents;
  effectiveOn: BusinessDate;
  /** The draw or invoice that the payment was ordered for. */
  drawId: string | null;
  invoiceId: string | null;
};
