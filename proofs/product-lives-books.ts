import { least, most, type PlannedRow } from "./product-lives-terms.ts";

/** The accounts that a product moves, by their numbers in the chart. */
export const account = {
  cash: 1000,
  clearingOut: 1050,
  clearingIn: 1060,
  platformReceivable: 1070,
  principal: 1100,
  interest: 1110,
  fee: 1120,
  credit: 2000,
  escrow: 2050,
  unearned: 2100,
  interestIncome: 4000,
  originationIncome: 4100,
  transactionFeeIncome: 4110,
  lateIncome: 4130,
  nsfIncome: 4140,
  advanceFeeIncome: 4160,
} as const;

/** How a product is repaid: by installments as scheduled, by simple interest, by parts of an invoice, or from sales. */
type Mechanics = "INSTALLMENTS" | "SIMPLE_INTEREST" | "INVOICES" | "SALES";

export type Purpose = "FUNDING" | "REBATE" | "CREDIT_REFUND" | "REPAYMENT" | "FEE" | "PAYOFF" | "OTHER";

export type Part = "principal" | "interest" | "fee";
export type Amounts = Record<Part, bigint>;
export const none = (): Amounts => ({ principal: 0n, interest: 0n, fee: 0n });

export type Row = {
  /** The draw or invoice, or the product. */
  item: string;
  number: number;
  dueOn: string | null;
  kind: "PLANNED" | "FEE" | "OWED_BACK";
  owed: Amounts;
  paid: Amounts;
  waived: Amounts;
  billed: bigint;
  unearned: bigint;
  rebate: { percentage: string; planDays: number } | null;
  /** The refund that is owed back. */
  refundId: string | null;
};

/** Debits are positive, credits are negative. */
export type Line = { account: number; subject: string; amount: bigint };

export type ModelOrder = {
  id: string;
  direction: "INCOMING" | "OUTGOING";
  purpose: Purpose;
  amount: bigint;
  item: string;
  effectiveOn: string;
  status: "SCHEDULED" | "SUBMITTED" | "SUCCESSFUL_PAYMENT" | "FAILED_PAYMENT" | "CANCELLED";
  refundOf: string | null;
  /** The lines of an OTHER order. */
  lines: readonly Line[];
  posted: Line[];
  undo: (() => void)[];
};

/** What the borrower gets back of a payment. */
export type Refunds = { rebate: bigint; overpaid: bigint };

export type Settings = {
  mechanics: Mechanics;
  isLine: boolean;
  productId: string;
  businessId: string;
  platformId: string;
  /** Of a loan, or of every draw. */
  ratePercentage: string;
  payoffBasis: "SPEC_CAPPED" | "OUTSTANDING" | "DAILY";
  states: { pending: string; open: string; closed: string; late: string };
};

export type FundedRow = PlannedRow & { rebate?: { percentage: string; planDays: number } };

export const unpaid = ({ owed, paid, waived }: Row): Amounts => ({
  principal: owed.principal - paid.principal - waived.principal,
  interest: owed.interest - paid.interest - waived.interest,
  fee: owed.fee - paid.fee - waived.fee,
});

export const isUnpaid = (row: Row): boolean => {
  const { principal, interest, fee } = unpaid(row);
  return principal + interest + fee > 0n;
};

export const billedUnpaid = (row: Row): bigint => least(unpaid(row).interest, most(0n, row.billed - row.paid.interest));
export const unbilled = (row: Row): bigint => unpaid(row).interest - billedUnpaid(row);
