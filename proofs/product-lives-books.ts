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
  otherBooks: 2300,
  interestIncome: 4000,
  originationIncome: 4100,
  transactionFeeIncome: 4110,
  maintenanceIncome: 4120,
  lateIncome: 4130,
  nsfIncome: 4140,
  extensionIncome: 4150,
  advanceFeeIncome: 4160,
  recoveries: 4900,
  loss: 5100,
} as const;

export type BookName = "EQUITY" | "CONCAR_SPV_1";

/** The fees that are assessed, with the accounts of their income. */
export const feeIncomes = {
  LATE_PAYMENT: account.lateIncome,
  INSUFFICIENT_FUNDS: account.nsfIncome,
  MAINTENANCE: account.maintenanceIncome,
  EXTENSION_FEE: account.extensionIncome,
} as const;
export type FeeName = keyof typeof feeIncomes;

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
  /** Of an assessed fee: its type, and its id on the server unless it was carried from a refinanced product. */
  fee: { type: FeeName; id: string | null } | null;
};

/** Debits are positive, credits are negative. */
export type Line = { account: number; subject: string; amount: bigint };
type PostedLine = Line & { book: BookName };

export type ModelOrder = {
  id: string;
  direction: "INCOMING" | "OUTGOING";
  purpose: Purpose;
  amount: bigint;
  product: string;
  book: BookName;
  item: string;
  effectiveOn: string;
  status: "SCHEDULED" | "SUBMITTED" | "SUCCESSFUL_PAYMENT" | "FAILED_PAYMENT" | "CANCELLED";
  refundOf: string | null;
  /** The lines of an OTHER order. */
  lines: readonly Line[];
  /** The account that its money comes from: clearing, or the new product that refinances this one. */
  from: Omit<Line, "amount">;
  /** What a settled debit has collected of an advance, less what a true-up gave back. */
  collected: bigint;
  posted: PostedLine[];
  undo: (() => void)[];
};

export type NewModelOrder = Omit<ModelOrder, "status" | "posted" | "undo" | "from" | "collected">;

/** What the borrower gets back of a payment. */
export type Refunds = { rebate: bigint; overpaid: bigint };

export type Settings = {
  mechanics: Mechanics;
  isLine: boolean;
  productId: string;
  businessId: string;
  platformId: string;
  book: BookName;
  /** Of a loan, or of every draw. */
  ratePercentage: string;
  payoffBasis: "SPEC_CAPPED" | "OUTSTANDING" | "DAILY";
  states: { pending: string; open: string; closed: string; late: string; defaulted: string };
};

export type FundedRow = PlannedRow & { rebate?: { percentage: string; planDays: number } };

/** A row of which nothing is paid yet. */
export const newRow = (row: Pick<Row, "item" | "number" | "dueOn" | "kind" | "owed"> & Partial<Row>): Row => ({
  paid: none(),
  waived: none(),
  billed: 0n,
  unearned: 0n,
  rebate: null,
  refundId: null,
  fee: null,
  ...row,
});

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
