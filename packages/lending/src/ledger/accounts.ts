/** The dimension of an account: it has one balance for each of these. */
export type KeptPer =
  | "book"
  | "other book"
  | "platform"
  | "business"
  | "issued product"
  | "issued product, draw or invoice"
  | "payment order"
  | "product type";

type Account = {
  number: number;
  type: "asset" | "contra-asset" | "liability" | "equity" | "income" | "expense";
  keptPer: KeptPer;
  /** Whether it also has a separate balance for each fee type. */
  byFeeType?: true;
};

/** The chart of accounts. The database holds the same rows and checks every line against them. */
export const accounts = {
  CASH: { number: 1000, type: "asset", keptPer: "book" },
  /** Handed to the processor, not yet on the bank statement. */
  CLEARING_OUT: { number: 1050, type: "asset", keptPer: "payment order" },
  /** On the bank statement, still returnable. */
  CLEARING_IN: { number: 1060, type: "asset", keptPer: "payment order" },
  /** Withheld by the platform for an integrated cash advance, and not yet paid to us. */
  PLATFORM_SETTLEMENT_RECEIVABLE: { number: 1070, type: "asset", keptPer: "platform" },
  PRINCIPAL_RECEIVABLE: { number: 1100, type: "asset", keptPer: "issued product, draw or invoice" },
  /** Billed interest. Interest that is not due yet is not in the ledger. */
  INTEREST_RECEIVABLE: { number: 1110, type: "asset", keptPer: "issued product, draw or invoice" },
  FEE_RECEIVABLE: { number: 1120, type: "asset", keptPer: "issued product, draw or invoice", byFeeType: true },
  ALLOWANCE_FOR_LOSSES: { number: 1190, type: "contra-asset", keptPer: "book" },
  /** Overpayments, and amounts that a true-up returns. */
  BORROWER_CREDIT: { number: 2000, type: "liability", keptPer: "business" },
  /** Bank statement lines that match no order. It must be empty after three banking days. */
  SUSPENSE_UNIDENTIFIED: { number: 2010, type: "liability", keptPer: "book" },
  /** Withheld to pay off another lender, and not sent yet. */
  PAYOFF_ESCROW: { number: 2050, type: "liability", keptPer: "issued product" },
  UNEARNED_FEES: { number: 2100, type: "liability", keptPer: "issued product" },
  PLATFORM_REVENUE_SHARE_PAYABLE: { number: 2200, type: "liability", keptPer: "platform" },
  DUE_TO_FROM_BOOKS: { number: 2300, type: "liability", keptPer: "other book" },
  CAPITAL: { number: 3000, type: "equity", keptPer: "book" },
  INTEREST_INCOME: { number: 4000, type: "income", keptPer: "product type" },
  ORIGINATION_INCOME: { number: 4100, type: "income", keptPer: "product type" },
  TRANSACTION_FEE_INCOME: { number: 4110, type: "income", keptPer: "product type" },
  MAINTENANCE_INCOME: { number: 4120, type: "income", keptPer: "product type" },
  LATE_INCOME: { number: 4130, type: "income", keptPer: "product type" },
  NSF_INCOME: { number: 4140, type: "income", keptPer: "product type" },
  EXTENSION_INCOME: { number: 4150, type: "income", keptPer: "product type" },
  MCA_FEE_INCOME: { number: 4160, type: "income", keptPer: "product type" },
  RECOVERIES: { number: 4900, type: "income", keptPer: "product type" },
  REVENUE_SHARE_EXPENSE: { number: 5000, type: "expense", keptPer: "platform" },
  CREDIT_LOSS_EXPENSE: { number: 5100, type: "expense", keptPer: "product type" },
  PAYMENT_PROCESSING_EXPENSE: { number: 5200, type: "expense", keptPer: "book" },
  PROMOTION_EXPENSE: { number: 5300, type: "expense", keptPer: "book" },
} as const satisfies Record<string, Account>;

export type AccountCode = keyof typeof accounts;

/** The books: two of capital providers, and one of the servicer, which pays the platforms. No journal spans two books. */
export const books = ["CONCAR_SPV_1", "EQUITY", "OPCO"] as const;
export type Book = (typeof books)[number];

/** The fee type of a fee receivable. The first five are wire names; the last two divide what the wire calls a transaction fee. */
export const feeTypes = [
  "LATE_PAYMENT",
  "INSUFFICIENT_FUNDS",
  "TRANSACTION_FEE",
  "MAINTENANCE",
  "EXTENSION_FEE",
  "ORIGINATION",
  "MCA_FEE",
] as const;
export type FeeType = (typeof feeTypes)[number];

/** The side that raises an account's balance. */
export function raisedBy(account: AccountCode): "debit" | "credit" {
  const { type } = accounts[account];
  return type === "asset" || type === "expense" ? "debit" : "credit";
}
